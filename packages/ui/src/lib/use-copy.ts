import { useEffect, useRef, useState } from 'react'
import { copyText } from './copy-text.ts'

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
