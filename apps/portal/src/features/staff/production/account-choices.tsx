import type { AccountChoice } from '@portal/contract/errors'
import { Button } from '@portal/ui/buttons/button'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { signInMethod } from '../sign-in-method.ts'
import { PersonIdLink } from '../staff-links.tsx'

export interface AccountChoicesProps {
  choices: readonly AccountChoice[]
  isPending: boolean
  onChoose: (userId: string) => void
}

/** Lets staff choose between several accounts with the same email: docs/product/staff.md#production-workspaces. */
export function AccountChoices({ choices, isPending, onChoose }: AccountChoicesProps) {
  return (
    <StatusBox tone="warning" title="Several accounts have this email. Choose one:">
      <ul aria-label="Accounts to choose from" className="mt-2 flex flex-col gap-1.5">
        {choices.map(({ id, email, auth0Id }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-content">
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
              <span className="wrap-anywhere">{email}</span>
              <span className="text-content-muted text-sm">{signInMethod(auth0Id) ?? 'no sign-in yet'}</span>
              <PersonIdLink userId={id} />
            </span>
            <Button size="sm" onPress={() => onChoose(id)} isLoading={isPending}>
              Create for this account<span className="sr-only"> ({id})</span>
            </Button>
          </li>
        ))}
      </ul>
    </StatusBox>
  )
}
