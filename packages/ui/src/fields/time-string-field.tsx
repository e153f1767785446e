import { normalizeText } from '../lib/normalize.ts'
import { type FieldProps, useFieldLook } from './field-props.tsx'
import { TextControl } from './text-control.tsx'
import { useField } from './use-field.ts'

export interface TimeStringFieldProps extends FieldProps<string | null> {
  maxLength?: number
  placeholder?: string
  isReadOnly?: boolean
}

/** A field for a duration such as 48h, 1d, 1m (one minute) or 1y. Its value is the text. */
export function TimeStringField(props: TimeStringFieldProps) {
  return (
    <TextControl
      {...props}
      field={useField<string | null>({ ...props, format: 'time-string' }, null)}
      parse={normalizeText}
      look={useFieldLook(props)}
      autoComplete="off"
    />
  )
}
