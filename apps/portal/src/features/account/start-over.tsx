import { type AccountJoin, accountJoins } from '@portal/contract/account-joins/account-joins'
import { restorableDays } from '@portal/contract/limits'
import { Button } from '@portal/ui/buttons/button'
import { Checkbox } from '@portal/ui/fields/checkbox'
import { Icon } from '@portal/ui/text/icon'
import { type ReactNode, useState } from 'react'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { loginUrl } from '../../lib/request/api-address.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'

interface StartOverProps {
  join: AccountJoin
  onBack: () => void
  /** Shown if the question has expired or was answered elsewhere. */
  expired: ReactNode
}

/** Lists what happens to the account's workspaces and invited people, and takes the account over. */
export function StartOver({ join: { people, workspaces }, onBack, expired }: StartOverProps) {
  const deny = useApiMutation(accountJoins.deny, {
    expectedErrors: ['NotFound', 'Conflict'],
    onSuccess: () => browserNavigation.go(loginUrl()),
  })
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  if (deny.error?.code === 'NotFound') return expired

  function keep(id: string, isKept: boolean) {
    setKept((before) => {
      const after = new Set(before)
      if (isKept) after.add(id)
      else after.delete(id)
      return after
    })
  }

  return (
    <NoticePage
      title="Start over with this account?"
      tabTitle="Is this account yours?"
      icon={<Icon name="user" size="xl" className="text-accent-text" />}
      actions={
        <>
          <Button onPress={onBack}>Back</Button>
          <Button
            tone="danger"
            requestStatus={deny}
            onPress={() => deny.mutate({ body: { keepInvitationIds: [...kept] } })}
          >
            Start over
          </Button>
        </>
      }
    >
      <p>
        This ends all sessions and command-line sign-ins, revokes all API tokens and removes every other way
        to sign in. The profile is cleared, and you continue as a new user. Our staff can undo this for{' '}
        {restorableDays} days.
      </p>
      {workspaces.length > 0 && (
        <section className="flex flex-col gap-2 text-left">
          <h2 className="font-semibold text-content">Workspaces</h2>
          <p className="text-sm">You keep workspaces that have other members. The others are deleted.</p>
          <ul aria-label="Workspaces" className="list-disc pl-5 text-sm">
            {workspaces.map(({ id, displayName, memberCount }) => (
              <li key={id} className="wrap-anywhere">
                <bdi>{displayName}</bdi>, {memberCount === 1 ? 'no other members' : `${memberCount} members`}
              </li>
            ))}
          </ul>
        </section>
      )}
      {people.length > 0 && (
        <section className="flex flex-col gap-2 text-left">
          <h2 className="font-semibold text-content">People this account invited</h2>
          <p className="text-sm">They are removed unless you keep them.</p>
          <ul aria-label="People this account invited" className="flex flex-col gap-2">
            {people.map(({ invitationId, email, workspaceName, isMember }) => (
              <li key={invitationId}>
                <Checkbox
                  label={
                    <span className="wrap-anywhere">
                      Keep {email}, {isMember ? 'member of' : 'invited to'} <bdi>{workspaceName}</bdi>
                    </span>
                  }
                  value={kept.has(invitationId)}
                  onChange={(isKept) => keep(invitationId, isKept)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Failure error={deny.error} className="text-left" />
    </NoticePage>
  )
}
