import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { type NumberKind, normalizeNumber, numberStep } from '../lib/normalize.ts'
import { isBlockedNumberKey } from '../lib/number-keys.ts'
import { type FieldProps, rulesOf, useFieldLook } from './field-props.tsx'
import { TextControl } from './text-control.tsx'
import { useField } from './use-field.tsx'

export interface NumberFieldProps extends FieldProps<number | null> {
  /**
   * `number` is a whole number of at least 0. `integer` may be negative. The other kinds allow decimals. Default:
   * `number`.
   */
  kind?: NumberKind
  min?: number
  max?: number
  placeholder?: string
  isReadOnly?: boolean
  /** The currency sign shown before an amount of money. Default: '$'. */
  currencySign?: string
}

const adornmentClass = 'select-none text-content-subtle'

/** A field for a number, integer, decimal, amount of money or percentage. Its value is a number, or null when empty. */
export function NumberField(props: NumberFieldProps) {
  const { kind = 'number', currencySign = '$' } = props
  const look = useFieldLook(props)
  const field = useField<number | null>({ ...props, emptyValue: null, rules: rulesOf(props) })

  // The typed text is kept as it is until the field loses focus, because "1." may be the beginning of "1.5".
  const [draft, setDraft] = useState<string>()
  const hasOpenPoint = useRef(false)
  const text = draft ?? (field.value === null ? '' : String(field.value))

  const blockKeys = (event: KeyboardEvent<HTMLInputElement>) => {
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey
    const press = { key: event.key, isShortcut, text, hasOpenPoint: hasOpenPoint.current }
    if (isBlockedNumberKey(press)) event.preventDefault()
    else if (!['Shift', 'Tab'].includes(event.key)) {
      hasOpenPoint.current = event.key === '.' || (hasOpenPoint.current && /^\d$/.test(event.key))
    }
  }
  const ends: { before?: ReactNode; after?: ReactNode } = {}
  if (kind === 'money') ends.before = <span className={`${adornmentClass} pl-2.5`}>{currencySign}</span>
  if (kind === 'percent') ends.after = <span className={`${adornmentClass} pr-2.5`}>%</span>

  return (
    <TextControl
      {...ends}
      name={props.name}
      label={props.label}
      isLabelHidden={props.isLabelHidden}
      isRequired={props.isRequired}
      look={look}
      isReadOnly={props.isReadOnly}
      type="number"
      inputMode={numberStep(kind) === 1 ? 'numeric' : 'decimal'}
      step={numberStep(kind)}
      min={kind === 'number' ? Math.max(0, props.min ?? 0) : props.min}
      max={props.max}
      placeholder={props.placeholder}
      text={text}
      onTextChange={(typed) => {
        setDraft(typed)
        field.change(normalizeNumber(typed, kind))
      }}
      onKeyDown={blockKeys}
      onLeave={() => {
        setDraft(undefined)
        hasOpenPoint.current = false
        field.leave()
      }}
      error={field.shownError}
      className={props.className}
    />
  )
}
