import { normalizeText } from '../lib/normalize.ts'
import { type FieldProps, type TextRuleProps, useFieldLook } from './field-props.tsx'
import { TextControl } from './text-control.tsx'
import { useField } from './use-field.ts'

export interface TextAreaProps extends FieldProps<string | null>, TextRuleProps {
  placeholder?: string
  isReadOnly?: boolean
  isMonospace?: boolean
  /** The initial height in lines. The area grows with its text. */
  rows?: number
  /** Starts one line high and allows no line breaks. Enter adds none, and pasted line breaks become spaces. */
  isOneParagraph?: boolean
}

/** A field for several lines of text. */
export function TextArea(props: TextAreaProps) {
  return (
    <TextControl
      {...props}
      field={useField<string | null>(props, null)}
      parse={normalizeText}
      look={useFieldLook(props)}
      rows={props.isOneParagraph ? 1 : Math.max(2, props.rows ?? 3)}
    />
  )
}
