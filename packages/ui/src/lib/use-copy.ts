import { useEffect, useRef, useState } from 'react'
import { copyText } from './copy-text.ts'

/** How long the outcome stays in sight. */
export const copyOutcomeMs = 2000

export type CopyOutcome = 'none' | 'copied' | 'failed'

/** Copies, and tells the outcome for 2 seconds: "copied" only when the clipboard really has the text. */
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
