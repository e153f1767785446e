import { isTooLong } from '@portal/contract/text/text-rules'
import { Button, type ButtonProps } from '@portal/ui/buttons/button'
import { TextField } from '@portal/ui/fields/text-field'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import type { IconName } from '@portal/ui/lib/resolve-icon'
import type { FormEvent, ReactNode } from 'react'
import { useStaffCheck } from './staff-check.tsx'

export interface OneFieldFormProps {
  label: string
  hint?: ReactNode
  placeholder?: string
  maxLength: number
  isMonospace?: boolean
  icon?: IconName
  buttonText: string
  /** Leaves the button enabled while the field is empty. Pressing it then does nothing. */
  isEnabledWhenEmpty?: boolean
  /** The request of a form that performs an action. */
  request?: ButtonProps['requestStatus']
  /** Whether the look-up of a form that performs one is pending. */
  isLoading?: boolean
  /** Receives the trimmed value, which is never empty. */
  onSubmit: (value: string) => void
}

/** A text field with a button. Enter also submits. */
export function OneFieldForm(props: OneFieldFormProps) {
  const [typed, setTyped] = useKeptState<string | null>(`field ${props.buttonText}`, null)
  const check = useStaffCheck()
  const value = (typed ?? '').trim()
  const isOverLimit = isTooLong(value, props.maxLength)
  const name = props.label.toLowerCase()
  const isMissing = value === '' && !props.isEnabledWhenEmpty
  const disabledReason =
    check.disabledReason ??
    (isMissing ? `Enter a ${name} first` : isOverLimit ? `Shorten the ${name} first` : undefined)
  const isBusy = props.isLoading === true || props.request?.isPending === true

  function submit(event: FormEvent) {
    event.preventDefault()
    if (value !== '' && !isBusy && !disabledReason) props.onSubmit(value)
  }

  return (
    <form onSubmit={submit} autoComplete="off" noValidate className="flex items-start gap-2.5">
      <TextField
        label={props.label}
        hint={props.hint}
        placeholder={props.placeholder}
        value={typed}
        onChange={setTyped}
        isMonospace={props.isMonospace}
        maxLength={props.maxLength}
        className="max-w-md flex-1"
      />
      <Button
        type="submit"
        icon={props.icon}
        isDisabled={disabledReason !== undefined}
        disabledReason={disabledReason}
        requestStatus={props.request}
        isLoading={props.isLoading}
        // Aligns with the field, below the label.
        className="mt-[26px]"
      >
        {props.buttonText}
      </Button>
    </form>
  )
}
