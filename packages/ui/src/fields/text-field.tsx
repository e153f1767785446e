import type { ReactNode } from 'react'
import {
  normalizeEmail,
  normalizeTel,
  normalizeText,
  normalizeUrl,
  type TextNormalization,
} from '../lib/normalize.ts'
import type { TextFormat } from '../lib/validators.ts'
import { type FieldProps, rulesOf, type TextRuleProps, useFieldLook } from './field-props.tsx'
import { TextControl, type TextControlProps } from './text-control.tsx'
import { useField } from './use-field.tsx'

export type TextFieldType = 'text' | 'email' | 'url' | 'tel'

export interface TextFieldProps extends FieldProps<string | null>, TextRuleProps, TextNormalization {
  type?: TextFieldType
  placeholder?: string
  autoComplete?: string
  isReadOnly?: boolean
  isMonospace?: boolean
  /** Focuses the field when it appears. Use it for the only field of a dialog. */
  hasAutoFocus?: boolean
  /** Content at the start of the field, inside its frame. */
  before?: ReactNode
  /** Content at the end of the field, inside its frame. */
  after?: ReactNode
}

// Browsers rewrite non-ASCII addresses in `type="email"` inputs, so `inputMode` asks for the email keyboard instead.
const inputTypes: Record<TextFieldType, Pick<TextControlProps, 'type' | 'inputMode'>> = {
  text: { type: 'text' },
  email: { type: 'text', inputMode: 'email' },
  url: { type: 'url' },
  tel: { type: 'tel' },
}

const formats: Partial<Record<TextFieldType, TextFormat>> = { email: 'email', url: 'url' }

/** A field for one line of text, an email address, a URL or a phone number. */
export function TextField(props: TextFieldProps) {
  const { type = 'text', isDigitsOnly, letterCase } = props
  const look = useFieldLook(props)
  const normalize = (value: string | null) => {
    const text = value ?? ''
    if (type === 'email') return normalizeEmail(text)
    if (type === 'url') return normalizeUrl(text)
    if (type === 'tel') return normalizeTel(text)
    return normalizeText(text, { isDigitsOnly, letterCase })
  }
  const field = useField<string | null>({
    ...props,
    emptyValue: null,
    normalize,
    rules: { ...rulesOf(props), format: formats[type] },
  })
  return (
    <TextControl
      {...inputTypes[type]}
      name={props.name}
      label={props.label}
      isLabelHidden={props.isLabelHidden}
      isRequired={props.isRequired}
      look={look}
      isReadOnly={props.isReadOnly}
      isMonospace={props.isMonospace}
      hasAutoFocus={props.hasAutoFocus}
      placeholder={props.placeholder}
      autoComplete={props.autoComplete ?? (type === 'text' ? undefined : type)}
      text={field.value ?? ''}
      onTextChange={field.change}
      onLeave={field.leave}
      error={field.shownError}
      before={props.before}
      after={props.after}
      className={props.className}
    />
  )
}
