import { Check, Dot, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { ToggleButton } from 'react-aria-components'
import { type FieldProps, useFieldLook } from '../fields/field-props.tsx'
import { TextControl } from '../fields/text-control.tsx'
import { useField } from '../fields/use-field.ts'
import { controlButton } from '../lib/control-style.ts'
import { fieldMessages } from '../lib/field-schema.ts'
import { normalizePassword } from '../lib/normalize.ts'

export interface PasswordFieldProps extends FieldProps<string | null> {
  minLength?: number
  maxLength?: number
  placeholder?: string
  /**
   * Use `new-password` where users choose a password, so that password managers suggest one. Default:
   * `current-password`.
   */
  autoComplete?: 'current-password' | 'new-password'
  /** Adds a button that shows or hides the password. */
  hasShowToggle?: boolean
  /** Lists the required kinds of characters, ticks off those present, and rejects a password that lacks any. */
  hasRulesHint?: boolean
}

/** The required kinds of characters, in the order the hint lists them. */
const kinds = [
  { label: 'a lower case letter', pattern: /\p{Ll}/u },
  { label: 'an upper case letter', pattern: /\p{Lu}/u },
  { label: 'a digit', pattern: /\p{Nd}/u },
  { label: 'a special character', pattern: /[^\p{L}\p{N}\s]/u },
]

function RulesHint({ password }: { password: string }) {
  return (
    <div className="text-content-muted text-sm">
      Must have
      <ul className="mt-1 grid grid-cols-2 gap-x-4 gap-y-0.5">
        {kinds.map(({ label, pattern }) => {
          const isKept = pattern.test(password)
          return (
            <li key={label} className={`flex items-center gap-1 ${isKept ? 'text-success-text' : ''}`}>
              {isKept ? <Check aria-hidden className="size-3.5" /> : <Dot aria-hidden className="size-3.5" />}
              <span>{label}</span>
              {isKept && <span className="sr-only">: done</span>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/**
 * A password field with an optional show/hide toggle and an optional rules hint. It never trims the password.
 */
export function PasswordField(props: PasswordFieldProps) {
  const look = useFieldLook(props)
  const [isShown, setShown] = useState(false)
  const { hasRulesHint = false } = props
  const validate = (value: unknown) =>
    hasRulesHint && !kinds.every(({ pattern }) => pattern.test(String(value)))
      ? fieldMessages.pattern
      : props.validate?.(value)
  const field = useField<string | null>({ ...props, isPassword: true, validate }, null)
  const toggle = (
    <ToggleButton
      isSelected={isShown}
      onChange={setShown}
      isDisabled={look.isDisabled}
      aria-label="Show password"
      className={controlButton}
    >
      {isShown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
    </ToggleButton>
  )
  const rulesHint = hasRulesHint && !look.isLocked ? <RulesHint password={field.value ?? ''} /> : undefined
  return (
    <TextControl
      {...props}
      field={field}
      parse={normalizePassword}
      look={rulesHint ? { ...look, hint: rulesHint } : look}
      type={isShown ? 'text' : 'password'}
      autoComplete={props.autoComplete ?? 'current-password'}
      after={props.hasShowToggle ? toggle : undefined}
      below={
        rulesHint && look.hint ? <div className="text-content-muted text-sm">{look.hint}</div> : undefined
      }
    />
  )
}
