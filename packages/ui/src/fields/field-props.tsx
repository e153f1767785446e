import { type ReactNode, use } from 'react'
import type { FieldRules } from '../lib/validators.ts'
import { type FieldSize, FormSettingsContext } from './form-context.tsx'

/** What every field takes. */
export interface FieldProps<Value> {
  /** The dotted path of the value in the surrounding form. */
  name?: string
  label: string
  /** For places where the label is plain to see otherwise; it stays for assistive technology. */
  isLabelHidden?: boolean
  hint?: ReactNode
  /** Puts an asterisk behind the label and refuses an empty value. */
  isRequired?: boolean
  /** Default: 'This field is required'. */
  requiredMessage?: string
  isDisabled?: boolean
  /** Why the field is disabled: shown as its hint, and the field stays reachable by keyboard. */
  disabledReason?: string
  size?: FieldSize
  /** The value of a field that stands outside a form and is controlled. */
  value?: Value
  /** The first value of a field that stands outside a form. */
  defaultValue?: Value
  onChange?: (value: Value) => void
  /** An error from elsewhere, shown at once. */
  errorMessage?: string
  /** A further rule: the sentence to show, or undefined when the value is fine. */
  validate?: (value: unknown) => string | undefined
  className?: string
}

export interface TextRuleProps {
  /** A custom pattern, without the `g` flag; its message is 'This field is invalid' unless another is given. */
  pattern?: RegExp
  patternMessage?: string
  minLength?: number
  maxLength?: number
}

/** The rules among a field's properties. */
export function rulesOf(
  props: Pick<FieldProps<never>, 'isRequired' | 'requiredMessage' | 'validate'> & TextRuleProps,
): FieldRules {
  const { isRequired, requiredMessage, pattern, patternMessage, minLength, maxLength, validate } = props
  return { isRequired, requiredMessage, pattern, patternMessage, minLength, maxLength, validate }
}

export interface FieldLook {
  size: FieldSize
  isDisabled: boolean
  /** Disabled, but reachable, because it says why. */
  isLocked: boolean
  hint: ReactNode
  /** Why the whole form is disabled: the form shows it once, and each field has it for assistive technology. */
  spokenHint: string | undefined
}

/** A field's own settings, else those of the form around it. */
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
