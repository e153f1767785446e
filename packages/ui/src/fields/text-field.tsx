import type { ReactNode } from 'react'
import {
  normalizeEmail,
  normalizeTel,
  normalizeText,
  normalizeUrl,
  type TextNormalization,
} from '../lib/normalize.ts'
import { type FieldProps, type TextRuleProps, useFieldLook } from './field-props.tsx'
import { TextControl, type TextControlProps } from './text-control.tsx'
import { useField } from './use-field.ts'

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
const inputTypes: Record<TextFieldType, Pick<TextControlProps<string | null>, 'type' | 'inputMode'>> = {
  text: { type: 'text' },
  email: { type: 'text', inputMode: 'email' },
  url: { type: 'url' },
  tel: { type: 'tel' },
}

/** A field for one line of text, an email address, a URL or a phone number. */
export function TextField(props: TextFieldProps) {
  const { type = 'text', isDigitsOnly, letterCase } = props
  const parse = (text: string) => {
    if (type === 'email') return normalizeEmail(text)
    if (type === 'url') return normalizeUrl(text)
    if (type === 'tel') return normalizeTel(text)
    return normalizeText(text, { isDigitsOnly, letterCase })
  }
  const format = type === 'email' || type === 'url' ? type : undefined
  return (
    <TextControl
      {...props}
      {...inputTypes[type]}
      field={useField<string | null>({ ...props, format }, null)}
      parse={parse}
      look={useFieldLook(props)}
      autoComplete={props.autoComplete ?? (type === 'text' ? undefined : type)}
    />
  )
}
