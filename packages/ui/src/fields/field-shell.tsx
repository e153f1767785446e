import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FieldError, Label, Text } from 'react-aria-components'

export interface FieldShellProps {
  label: string
  isLabelHidden?: boolean
  isRequired?: boolean
  hint?: ReactNode
  /** A hint for assistive technology only. */
  spokenHint?: string
  /** The error to show now. */
  error?: string
  children: ReactNode
}

/**
 * The asterisk of a required field. It is not part of the label's text, because the control itself tells assistive
 * technology that it is required.
 */
export function RequiredMark() {
  return (
    <span aria-hidden className="ml-0.5 select-none text-danger-text text-sm">
      *
    </span>
  )
}

export const fieldLabelClass = 'font-medium text-content text-sm'
export const fieldHintClass = 'text-content-muted text-sm'
export const fieldErrorClass = 'flex items-start gap-1.5 text-danger-text text-sm'

/** The icon and the text of a field's error. Must be rendered inside an element with `fieldErrorClass`. */
export function FieldErrorText({ children }: { children: ReactNode }) {
  return (
    <>
      <CircleAlert aria-hidden className="mt-[3px] size-3.5 shrink-0" />
      <span className="min-w-0 break-words">{children}</span>
    </>
  )
}

/**
 * Lays out a label, its control, the hint and the error vertically. Must be rendered inside a React Aria field, which links
 * the four for assistive technology.
 */
export function FieldShell({
  label,
  isLabelHidden,
  isRequired,
  hint,
  spokenHint,
  error,
  children,
}: FieldShellProps) {
  return (
    <>
      <div className={isLabelHidden ? 'sr-only' : 'flex w-fit'}>
        <Label className={fieldLabelClass}>{label}</Label>
        {isRequired && <RequiredMark />}
      </div>
      {children}
      {(hint || spokenHint) && (
        <Text slot="description" elementType="div" className={hint ? fieldHintClass : 'sr-only'}>
          <span>{hint}</span>
          {spokenHint && <span className="sr-only"> {spokenHint}</span>}
        </Text>
      )}
      {error !== undefined && (
        <FieldError className={fieldErrorClass}>
          <FieldErrorText>{error}</FieldErrorText>
        </FieldError>
      )}
    </>
  )
}
