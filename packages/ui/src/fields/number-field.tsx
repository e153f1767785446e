import { type FormEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { type NumberKind, normalizeNumber, numberStep } from '../lib/normalize.ts'
import { type FieldProps, useFieldLook } from './field-props.tsx'
import { TextControl } from './text-control.tsx'
import { useField } from './use-field.ts'

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
  // The browser does not report a decimal point at the end of the text.
  const hasOpenPoint = useRef(false)

  const blockKeys = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget } = event
    if (event.ctrlKey || event.metaKey || event.altKey) {
      // The shortcut may select the text, which the next key then replaces.
      hasOpenPoint.current = false
      return
    }
    const isSecondPoint = hasOpenPoint.current || currentTarget.value.includes('.')
    if (/^[eE+]$/.test(key) || (/^[.,]$/.test(key) && isSecondPoint)) event.preventDefault()
  }
  // Reads the input event, because browsers ignore the comma key in languages whose numbers have a point.
  const notePoint = ({ nativeEvent }: FormEvent<HTMLInputElement>) => {
    const { data } = nativeEvent as Partial<InputEvent>
    const isDigit = typeof data === 'string' && /^\d$/.test(data)
    hasOpenPoint.current = data === '.' || data === ',' || (hasOpenPoint.current && isDigit)
  }
  const ends: { before?: ReactNode; after?: ReactNode } = {}
  if (kind === 'money') ends.before = <span className={`${adornmentClass} pl-2.5`}>{currencySign}</span>
  if (kind === 'percent') ends.after = <span className={`${adornmentClass} pr-2.5`}>%</span>

  return (
    <TextControl
      {...props}
      {...ends}
      field={useField<number | null>(props, null)}
      parse={(text) => normalizeNumber(text, kind)}
      look={useFieldLook(props)}
      type="number"
      inputMode={numberStep(kind) === 1 ? 'numeric' : 'decimal'}
      step={numberStep(kind)}
      min={kind === 'number' ? Math.max(0, props.min ?? 0) : props.min}
      onKeyDown={blockKeys}
      onInput={notePoint}
      onLeave={() => {
        hasOpenPoint.current = false
      }}
    />
  )
}
