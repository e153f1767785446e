import { createContext, type ReactNode, type RefObject, use } from 'react'
import type { FieldRules } from '../lib/field-schema.ts'

export type FieldSize = 'sm' | 'md' | 'lg'

/** Settings that a form gives to all its fields. A field's own props override them. */
export interface FormSettings {
  size: FieldSize
  isDisabled: boolean
  disabledReason?: string
  /** Set by a reset, which can happen while a field has the focus. Until the user types again, leaving a field shows no error. */
  isJustReset: RefObject<boolean>
}

/** The default value applies to fields outside a form. */
export const FormSettingsContext = createContext<FormSettings>({
  size: 'md',
  isDisabled: false,
  isJustReset: { current: false },
})

/**
 * The props that all fields share. The rules, such as `isRequired`, are checked where there is no schema: in a form without one,
 * and outside forms. A form with a schema checks only the schema.
 */
export interface FieldProps<Value> extends Pick<FieldRules, 'requiredMessage' | 'validate'> {
  /** The dotted path of the value in the surrounding form. Without a form or a name, the field is standalone. */
  name?: string
  label: string
  /** Hides the label visually where the page already makes it clear. Assistive technology still reads it. */
  isLabelHidden?: boolean
  hint?: ReactNode
  /** Adds an asterisk to the label. An empty value is rejected. */
  isRequired?: boolean
  isDisabled?: boolean
  /** The reason why the field is disabled. It replaces the hint, and the field stays focusable by keyboard. */
  disabledReason?: string
  size?: FieldSize
  /** The value of a controlled field outside a form. */
  value?: Value
  /** The initial value of an uncontrolled field outside a form. */
  defaultValue?: Value
  onChange?: (value: Value) => void
  /** An error from outside the field, such as the server. It is shown immediately, even if the field is untouched. */
  errorMessage?: string
  className?: string
}

export type TextRuleProps = Pick<FieldRules, 'pattern' | 'patternMessage' | 'minLength' | 'maxLength'>

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
