import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ButtonSize, ButtonTone } from '../lib/button-style.ts'
import { copyText } from '../lib/copy-text.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

const outcomes = {
  copied: { icon: 'check', tone: 'success', text: 'Copied!' },
  failed: { icon: 'alert-triangle', tone: 'danger', text: 'Copying failed' },
} as const

/** How long the outcome is shown. */
const outcomeMs = 2000

export interface CopyButtonProps {
  text: string
  /** The accessible name of a button without text. */
  label?: string
  /** The button's text. Without it, only an icon is shown. */
  children?: ReactNode
  /** Called only after the text has been copied successfully. */
  onCopied?: () => void
  /** Default: 'neutral'. */
  tone?: ButtonTone
  autoFocus?: boolean
  size?: ButtonSize
}

/** Copies text to the clipboard and reports for 2 seconds whether that succeeded: "Copied!" or "Copying failed". */
export function CopyButton({
  text,
  label = 'Copy to clipboard',
  children,
  onCopied,
  tone = 'neutral',
  autoFocus,
  size = 'sm',
}: CopyButtonProps) {
  const [outcome, setOutcome] = useState<keyof typeof outcomes>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy() {
    const isCopied = await copyText(text)
    setOutcome(isCopied ? 'copied' : 'failed')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOutcome(undefined), outcomeMs)
    if (isCopied) onCopied?.()
  }

  const shown = outcome && outcomes[outcome]
  const look = { icon: shown?.icon ?? 'copy', tone: shown?.tone ?? tone, size, onPress: () => void copy() }
  return (
    <>
      {children === undefined ? (
        <IconButton {...look} label={label} />
      ) : (
        <Button {...look} variant={tone === 'neutral' ? 'outline' : 'solid'} autoFocus={autoFocus}>
          {shown ? (
            <span key="outcome">{shown.text}</span>
          ) : (
            <span key="idle" className="contents">
              {children}
            </span>
          )}
        </Button>
      )}
      <span role="status" className="sr-only">
        {shown?.text}
      </span>
    </>
  )
}
