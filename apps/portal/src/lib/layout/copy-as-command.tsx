import { type CommandCall, curlCommand, portalCommand } from '@portal/contract/command-lines'
import type { CallInput } from '@portal/contract/endpoint'
import { Button } from '@portal/ui/buttons/button'
import { FormSettingsContext } from '@portal/ui/fields/field-props'
import { DropdownMenu } from '@portal/ui/menus/dropdown-menu'
import { use } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { env } from '../env.ts'
import { copyItem } from './copy-item.ts'

interface CopyAsCommandProps<C extends CommandCall, Values> {
  call: C
  /** What the form sends. It must not contain a secret. */
  input: (values: Values) => CallInput<C>
}

/**
 * Copies the command that does the same as submitting the surrounding form, for the command line or for curl. Hidden while the form
 * is disabled. See docs/product/interface.md#ids-and-commands.
 */
export function CopyAsCommand<C extends CommandCall, Values>({ call, input }: CopyAsCommandProps<C, Values>) {
  const { getValues } = useFormContext()
  const { isValid } = useFormState()
  if (use(FormSettingsContext).isDisabled) return null

  const item = (label: string, toCommand: (typed: CallInput<C>) => string) => ({
    ...copyItem(label, 'Command copied', () => toCommand(input(getValues() as Values))),
    disabledReason: isValid ? undefined : 'Complete the form first',
  })
  return (
    <DropdownMenu
      placement="bottom start"
      trigger={
        <Button variant="ghost" icon="terminal" iconRight="chevron--down" className="self-start">
          Copy as command
        </Button>
      }
      items={[
        item('Copy as CLI', (typed) => portalCommand(call, typed)),
        item('Copy as curl', (typed) => curlCommand(env.apiUrl, call, typed)),
      ]}
    />
  )
}
