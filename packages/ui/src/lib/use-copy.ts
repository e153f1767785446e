import { useEffect, useRef, useState } from 'react'

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.cssText = 'position:fixed;top:0;left:0;opacity:0'
  const hadFocus = document.activeElement
  // An open dialog traps focus, so the area is added next to the focused element.
  const home = hadFocus?.parentElement ?? document.body
  home.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (hadFocus instanceof HTMLElement) hadFocus.focus()
  }
}

/**
 * Copies text to the clipboard and returns whether the browser confirmed it. Falls back to `execCommand` when the
 * Clipboard API is missing or refused (no permission, no https). Never rejects.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** How long the outcome is shown. */
export const copyOutcomeMs = 2000

export type CopyOutcome = 'none' | 'copied' | 'failed'

/** Copies text and reports the outcome for 2 seconds. It is "copied" only when the text reached the clipboard. */
export function useCopy(): { outcome: CopyOutcome; copy: (text: string) => Promise<boolean> } {
  const [outcome, setOutcome] = useState<CopyOutcome>('none')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy(text: string): Promise<boolean> {
    const isCopied = await copyText(text)
    setOutcome(isCopied ? 'copied' : 'failed')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOutcome('none'), copyOutcomeMs)
    return isCopied
  }

  return { outcome, copy }
}
