import { normalizeText } from '../lib/normalize.ts'
import { type FieldProps, rulesOf, type TextRuleProps, useFieldLook } from './field-props.tsx'
import { TextControl } from './text-control.tsx'
import { useField } from './use-field.tsx'

export interface TextAreaProps extends FieldProps<string | null>, TextRuleProps {
  placeholder?: string
  isReadOnly?: boolean
  isMonospace?: boolean
  /** The initial height in lines. The area grows with its text. */
  rows?: number
  /** Starts one line high and allows no line breaks. Enter adds none, and pasted line breaks become spaces. */
  isOneParagraph?: boolean
}

const normalize = (value: string | null) => normalizeText(value ?? '')

/** A field for several lines of text. */
export function TextArea(props: TextAreaProps) {
  const look = useFieldLook(props)
  const field = useField<string | null>({
    ...props,
    emptyValue: null,
    normalize,
    rules: rulesOf(props),
  })
  return (
    <TextControl
      name={props.name}
      label={props.label}
      isLabelHidden={props.isLabelHidden}
      isRequired={props.isRequired}
      look={look}
      isReadOnly={props.isReadOnly}
      isMonospace={props.isMonospace}
      placeholder={props.placeholder}
      isOneParagraph={props.isOneParagraph}
      rows={props.isOneParagraph ? 1 : Math.max(2, props.rows ?? 3)}
      text={field.value ?? ''}
      onTextChange={field.change}
      onLeave={field.leave}
      error={field.shownError}
      className={props.className}
    />
  )
}
