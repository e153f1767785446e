import { normalizeText } from '../lib/normalize.ts'
import { type FieldProps, rulesOf, useFieldLook } from './field-props.tsx'
import { TextControl } from './text-control.tsx'
import { useField } from './use-field.tsx'

export interface TimeStringFieldProps extends FieldProps<string | null> {
  maxLength?: number
  placeholder?: string
  isReadOnly?: boolean
}

const normalize = (value: string | null) => normalizeText(value ?? '')

/** A field for a duration such as 48h, 1d, 1m (one minute) or 1y. Its value is the text. */
export function TimeStringField(props: TimeStringFieldProps) {
  const look = useFieldLook(props)
  const field = useField<string | null>({
    ...props,
    emptyValue: null,
    normalize,
    rules: { ...rulesOf(props), format: 'time-string' },
  })
  return (
    <TextControl
      name={props.name}
      label={props.label}
      isLabelHidden={props.isLabelHidden}
      isRequired={props.isRequired}
      look={look}
      isReadOnly={props.isReadOnly}
      autoComplete="off"
      placeholder={props.placeholder}
      text={field.value ?? ''}
      onTextChange={field.change}
      onLeave={field.leave}
      error={field.shownError}
      className={props.className}
    />
  )
}
