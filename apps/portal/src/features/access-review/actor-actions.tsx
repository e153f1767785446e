import type { Actor } from '@portal/contract/access-review/access-review'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { trustRules } from '@portal/contract/trust-rules/trust-rules'
import { Button } from '@portal/ui/buttons/button'
import { ConfirmButton } from '@portal/ui/buttons/confirm-button'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Link } from '@tanstack/react-router'
import { plainLink } from '../../lib/layout/plain-link.ts'
import { shortName } from '../../lib/layout/short-name.ts'
import type { CallOutcome } from '../../lib/request/calls.ts'
import type { RowAction } from '../../lib/request/row-actions.ts'
import { RevokeTokenButton } from '../tokens/shared/revoke-token-button.tsx'
import { useAccessReviewReload } from './access-review-queries.ts'

interface ActorActionsProps {
  workspaceId: string
  actor: Actor
  action: RowAction
}

/** Returns a function that waits for a change, and if it succeeded, reloads the list and shows a toast. */
function useReport(workspaceId: string) {
  const reload = useAccessReviewReload(workspaceId)
  return async (change: Promise<CallOutcome<unknown>>, done: string) => {
    const outcome = await change
    if (!outcome.isOk) return
    await reload()
    showToast(done, { tone: 'success' })
  }
}

/** Names the actor for screen readers. Everyone else sees the row. */
const HiddenName = ({ name }: { name: string }) => <span className="sr-only"> {name}</span>

interface DangerButtonProps {
  /** What the button does, such as "Revoke". */
  label: string
  name: string
  isLoading: boolean
  onConfirm: () => void
}

/** Asks for a second click. */
const DangerButton = ({ label, name, isLoading, onConfirm }: DangerButtonProps) => (
  <span className="relative z-10 flex w-17 justify-end whitespace-nowrap">
    <ConfirmButton size="sm" tone="danger" variant="outline" isLoading={isLoading} onConfirm={onConfirm}>
      <span>{label}</span>
      <HiddenName name={name} />
    </ConfirmButton>
  </span>
)

function TokenActions({ workspaceId, actor: { id, name, state }, action }: ActorActionsProps) {
  const report = useReport(workspaceId)
  const reload = useAccessReviewReload(workspaceId)
  const params = { workspaceId, tokenId: id }
  return (
    <>
      {state === 'paused' ? (
        <Button
          size="sm"
          isLoading={action.pending === tokens.resume}
          onPress={() =>
            void report(
              action.run('The token was not resumed', tokens.resume, { params }),
              `“${shortName(name)}” works again`,
            )
          }
        >
          <span>Resume</span>
          <HiddenName name={name} />
        </Button>
      ) : (
        <Button
          size="sm"
          isLoading={action.pending === tokens.pause}
          onPress={() =>
            void report(
              action.run('The token was not paused', tokens.pause, { params, body: { for: '1h' } }),
              `“${shortName(name)}” is paused for 1 hour`,
            )
          }
        >
          <span>Pause</span>
          <HiddenName name={name} />
        </Button>
      )}
      <RevokeTokenButton workspaceId={workspaceId} token={{ id, name }} onRevoked={reload}>
        <span>Revoke</span>
        <HiddenName name={name} />
      </RevokeTokenButton>
    </>
  )
}

function ServiceAccountActions({ workspaceId, actor: { id, name, state }, action }: ActorActionsProps) {
  const report = useReport(workspaceId)
  const setDisabled = (isDisabled: boolean) =>
    void report(
      action.run(
        isDisabled ? 'The service account was not disabled' : 'The service account was not enabled',
        serviceAccounts.update,
        { params: { workspaceId, serviceAccountId: id }, body: { isDisabled } },
      ),
      isDisabled ? `${shortName(name)} is disabled` : `${shortName(name)} is enabled`,
    )
  if (state === 'disabled')
    return (
      <Button size="sm" isLoading={action.pending !== undefined} onPress={() => setDisabled(false)}>
        <span>Enable</span>
        <HiddenName name={name} />
      </Button>
    )
  return (
    <DangerButton
      label="Disable"
      name={name}
      isLoading={action.pending !== undefined}
      onConfirm={() => setDisabled(true)}
    />
  )
}

function TrustRuleActions({ workspaceId, actor: { id, name, serviceAccount }, action }: ActorActionsProps) {
  const report = useReport(workspaceId)
  const params = { workspaceId, serviceAccountId: serviceAccount?.id ?? '', trustRuleId: id }
  return (
    <DangerButton
      label="Delete"
      name={name}
      isLoading={action.pending !== undefined}
      onConfirm={() =>
        void report(
          action.run('The trust rule was not deleted', trustRules.delete, { params }),
          `The trust rule “${shortName(name)}” is deleted`,
        )
      }
    />
  )
}

/** What the user can do about an actor. Members are removed on their own page, which shows what stops. */
export function ActorActions(props: ActorActionsProps) {
  const { actor, workspaceId } = props
  if (actor.kind === 'token') return <TokenActions {...props} />
  if (actor.kind === 'serviceAccount') return <ServiceAccountActions {...props} />
  if (actor.kind === 'trustRule') return <TrustRuleActions {...props} />
  return (
    <Link to="/workspace/$workspaceId/members" params={{ workspaceId }} className={plainLink}>
      Manage
      <HiddenName name={`${actor.name} on the members page`} />
    </Link>
  )
}
