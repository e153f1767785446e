import { type ReactNode, use } from 'react'
import type { FieldRules } from '../lib/validators.ts'
import { type FieldSize, FormSettingsContext } from './form-context.tsx'

/** The props that all fields share. */
export interface FieldProps<Value> {
  /** The dotted path of the value in the surrounding form. */
  name?: string
  label: string
  /** Hides the label visually where the page already makes it clear. Assistive technology still reads it. */
  isLabelHidden?: boolean
  hint?: ReactNode
  /** Adds an asterisk to the label and rejects an empty value. */
  isRequired?: boolean
  /** Default: 'This field is required'. */
  requiredMessage?: string
  isDisabled?: boolean
  /** The reason why the field is disabled. It replaces the hint, and the field stays focusable by keyboard. */
  disabledReason?: string
  size?: FieldSize
  /** The value of a controlled field outside a form. */
  value?: Value
  /** The initial value of an uncontrolled field outside a form. */
  defaultValue?: Value
  onChange?: (value: Value) => void
  /** An error from outside the field, such as the server. It is shown immediately. */
  errorMessage?: string
  /** An additional rule. Returns the message to show, or undefined when the value is valid. */
  validate?: (value: unknown) => string | undefined
  className?: string
}

export interface TextRuleProps {
  /** A custom pattern without the `g` flag. Its default message is 'This field is invalid'. */
  pattern?: RegExp
  patternMessage?: string
  minLength?: number
  maxLength?: number
}

/** Picks the validation rules from a field's props. */
export function rulesOf(
  props: Pick<FieldProps<never>, 'isRequired' | 'requiredMessage' | 'validate'> & TextRuleProps,
): FieldRules {
  const { isRequired, requiredMessage, pattern, patternMessage, minLength, maxLength, validate } = props
  return { isRequired, requiredMessage, pattern, patternMessage, minLength, maxLength, validate }
}

export interface FieldLook {
  size: FieldSize
  isDisabled: boolean
  /** Whether the field is disabled with a reason. Such a field stays focusable so that users can read the reason. */
  isLocked: boolean
  hint: ReactNode
  /** The reason why the whole form is disabled. The form shows it once, and screen readers read it at each field. */
  spokenHint: string | undefined
}

/** Returns a field's own settings, and falls back to those of the surrounding form. */
export function useFieldLook(
  props: Pick<FieldProps<never>, 'size' | 'isDisabled' | 'disabledReason' | 'hint'>,
): FieldLook {
  const form = use(FormSettingsContext)
  const isDisabled = props.isDisabled ?? form.isDisabled
  const isDisabledByForm = props.isDisabled === undefined && form.isDisabled
  const spokenHint = isDisabledByForm && props.disabledReason === undefined ? form.disabledReason : undefined
  const ownReason = isDisabled ? props.disabledReason : undefined
  return {
    size: props.size ?? form.size,
    isDisabled,
    isLocked: spokenHint !== undefined || ownReason !== undefined,
    hint: ownReason ?? props.hint,
    spokenHint,
  }
}
