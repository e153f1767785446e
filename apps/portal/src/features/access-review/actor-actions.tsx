import type { Actor } from '@portal/contract/access-review'
import { serviceAccounts } from '@portal/contract/service-accounts'
import { tokens } from '@portal/contract/tokens'
import { trustRules } from '@portal/contract/trust-rules'
import { Button } from '@portal/ui/buttons/button'
import { ConfirmButton } from '@portal/ui/buttons/confirm-button'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Link } from '@tanstack/react-router'
import { plainLink } from '../../lib/layout/plain-link.ts'
import { type CallOutcome, useCall } from '../../lib/request/calls.ts'
import { errorTitle } from '../../lib/request/error-messages.ts'
import { useAccessReviewReload } from './access-review-queries.ts'

/** Shorter than the default, to leave enough space for the names. */
const confirmText = 'Click again to confirm'

interface ActorActionsProps {
  workspaceId: string
  actor: Actor
}

/** Returns a function that waits for a change, reloads the list if it succeeded, and shows the result as a toast. */
function useReport(workspaceId: string) {
  const reload = useAccessReviewReload(workspaceId)
  return async (change: Promise<CallOutcome<unknown>>, done: string) => {
    const outcome = await change
    if (outcome.isOk) await reload()
    if (outcome.isOk) showToast(done, { tone: 'success' })
    else showToast(errorTitle(outcome.error), { tone: 'danger' })
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
  <ConfirmButton
    size="sm"
    tone="danger"
    variant="outline"
    confirmText={confirmText}
    isLoading={isLoading}
    onConfirm={onConfirm}
  >
    {label}
    <HiddenName name={name} />
  </ConfirmButton>
)

function TokenActions({ workspaceId, actor: { id, name, state } }: ActorActionsProps) {
  const report = useReport(workspaceId)
  const pause = useCall(tokens.pause)
  const resume = useCall(tokens.resume)
  const revoke = useCall(tokens.revoke)
  const params = { workspaceId, tokenId: id }
  return (
    <>
      {state === 'paused' ? (
        <Button
          size="sm"
          isLoading={resume.status.isPending}
          onPress={() => void report(resume.run({ params }), `“${name}” works again`)}
        >
          Resume
          <HiddenName name={name} />
        </Button>
      ) : (
        <Button
          size="sm"
          isLoading={pause.status.isPending}
          onPress={() =>
            void report(pause.run({ params, body: { for: '1h' } }), `“${name}” is paused for 1 hour`)
          }
        >
          Pause
          <HiddenName name={name} />
        </Button>
      )}
      <DangerButton
        label="Revoke"
        name={name}
        isLoading={revoke.status.isPending}
        onConfirm={() => void report(revoke.run({ params }), `“${name}” is revoked`)}
      />
    </>
  )
}

function ServiceAccountActions({ workspaceId, actor: { id, name, state } }: ActorActionsProps) {
  const report = useReport(workspaceId)
  const update = useCall(serviceAccounts.update)
  const setDisabled = (isDisabled: boolean) =>
    void report(
      update.run({ params: { workspaceId, serviceAccountId: id }, body: { isDisabled } }),
      isDisabled ? `${name} is disabled` : `${name} is enabled`,
    )
  if (state === 'disabled')
    return (
      <Button size="sm" isLoading={update.status.isPending} onPress={() => setDisabled(false)}>
        Enable
        <HiddenName name={name} />
      </Button>
    )
  return (
    <DangerButton
      label="Disable"
      name={name}
      isLoading={update.status.isPending}
      onConfirm={() => setDisabled(true)}
    />
  )
}

function TrustRuleActions({ workspaceId, actor: { id, name, serviceAccount } }: ActorActionsProps) {
  const report = useReport(workspaceId)
  const remove = useCall(trustRules.delete)
  const params = { workspaceId, serviceAccountId: serviceAccount?.id ?? '', trustRuleId: id }
  return (
    <DangerButton
      label="Delete"
      name={name}
      isLoading={remove.status.isPending}
      onConfirm={() => void report(remove.run({ params }), `The trust rule “${name}” is deleted`)}
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
