import type { ReactNode } from 'react'
import type { ButtonSize, ButtonTone, ButtonVariant } from '../lib/button-style.ts'
import { useCopy } from '../lib/use-copy.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

export interface CopyButtonProps {
  text: string
  /** The accessible name of a button without text. */
  label?: string
  /** The button's text. Without it, only an icon is shown. */
  children?: ReactNode
  copiedText?: string
  failedText?: string
  /** Called only after the text has been copied successfully. */
  onCopied?: () => void
  /** Default: 'neutral'. */
  tone?: ButtonTone
  autoFocus?: boolean
  size?: ButtonSize
  variant?: ButtonVariant
  className?: string
}

/** Copies text to the clipboard and reports whether that succeeded: "Copied!" or "Copying failed". */
export function CopyButton({
  text,
  label = 'Copy to clipboard',
  children,
  copiedText = 'Copied!',
  failedText = 'Copying failed',
  onCopied,
  tone: usualTone = 'neutral',
  autoFocus,
  size = 'sm',
  variant,
  className,
}: CopyButtonProps) {
  const { outcome, copy } = useCopy()
  const icon = outcome === 'copied' ? 'check' : outcome === 'failed' ? 'alert-triangle' : 'copy'
  const tone = outcome === 'copied' ? 'success' : outcome === 'failed' ? 'danger' : usualTone
  const outcomeText = outcome === 'copied' ? copiedText : outcome === 'failed' ? failedText : ''

  async function press() {
    if (await copy(text)) onCopied?.()
  }

  return (
    <>
      {children === undefined ? (
        <IconButton
          icon={icon}
          tone={tone}
          label={label}
          size={size}
          variant={variant}
          onPress={press}
          className={className}
        />
      ) : (
        <Button
          icon={icon}
          tone={tone}
          size={size}
          variant={variant ?? (usualTone === 'neutral' ? 'outline' : 'solid')}
          autoFocus={autoFocus}
          onPress={press}
          className={className}
        >
          {outcomeText ? (
            <span key="outcome">{outcomeText}</span>
          ) : (
            <span key="idle" className="contents">
              {children}
            </span>
          )}
        </Button>
      )}
      <span role="status" className="sr-only">
        {outcomeText}
      </span>
    </>
  )
}
