import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { fieldErrorClass, fieldHintClass } from './field-shell.tsx'

/** The hint and error of a control that React Aria doesn't link to them itself. */
export interface FieldTexts {
  hint: ReactNode
  error: string | undefined
  spokenHint: string | undefined
  hintId: string
  errorId: string
  /** The control's `aria-describedby` value. */
  describedBy: string | undefined
}

export function useFieldTexts(hint: ReactNode, error: string | undefined, spokenHint?: string): FieldTexts {
  const hintId = useId()
  const errorId = useId()
  const ids = [hint || spokenHint ? hintId : '', error === undefined ? '' : errorId].filter(Boolean)
  return { hint, error, spokenHint, hintId, errorId, describedBy: ids.length > 0 ? ids.join(' ') : undefined }
}

export function FieldHintAndError({ texts, className = '' }: { texts: FieldTexts; className?: string }) {
  const { hint, error, spokenHint, hintId, errorId } = texts
  return (
    <>
      {(hint || spokenHint) && (
        <div id={hintId} className={hint ? `${fieldHintClass} ${className}` : 'sr-only'}>
          <span>{hint}</span>
          {spokenHint && <span className="sr-only"> {spokenHint}</span>}
        </div>
      )}
      {error !== undefined && (
        <div id={errorId} className={`${fieldErrorClass} ${className}`}>
          <CircleAlert aria-hidden className="mt-[3px] size-3.5 shrink-0" />
          <span className="min-w-0 break-words">{error}</span>
        </div>
      )}
    </>
  )
}
