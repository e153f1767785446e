import type { ReactNode } from 'react'
import { FieldHintAndError, useFieldTexts } from './field-hint-and-error.tsx'
import { fieldLabelClass, RequiredMark } from './field-shell.tsx'

export interface FieldContainerProps {
  label: string
  isRequired?: boolean
  hint?: ReactNode
  /** An error to show now. */
  errorMessage?: string
  className?: string
  children: ReactNode
}

/**
 * Gives a label, a hint and an error to content that is not a single input, such as a picture with its buttons or several
 * inputs under one label.
 * Required by the design system. No page uses it.
 */
export function FieldContainer({
  label,
  isRequired,
  hint,
  errorMessage,
  className,
  children,
}: FieldContainerProps) {
  const texts = useFieldTexts(hint, errorMessage)
  return (
    <fieldset
      className={`m-0 flex min-w-0 flex-col gap-1.5 border-0 p-0 ${className ?? ''}`}
      aria-describedby={texts.describedBy}
      data-refused={errorMessage !== undefined || undefined}
    >
      <legend className="contents">
        <span className="flex w-fit">
          <span className={fieldLabelClass}>{label}</span>
          {isRequired && <RequiredMark />}
        </span>
      </legend>
      <div className="min-w-0">{children}</div>
      <FieldHintAndError texts={texts} />
    </fieldset>
  )
}
