import type { Actor } from '@portal/contract/access-review/access-review'
import { activity } from '@portal/contract/activity/activity'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { trustRules } from '@portal/contract/trust-rules/trust-rules'
import { Button } from '@portal/ui/buttons/button'
import { ConfirmButton } from '@portal/ui/buttons/confirm-button'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { plainLink } from '../../lib/layout/plain-link.ts'
import { shortName } from '../../lib/layout/short-name.ts'
import { queryKeyOf } from '../../lib/request/api-query.ts'
import { type RowFailure, useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { accessReviewQuery } from './access-review-queries.ts'
import { RevokeTokenButton } from './revoke-token-button.tsx'

interface ActorActionsProps {
  workspaceId: string
  actor: Actor
  row: RowFailure
}

/** Returns a function that refetches the lists that a changed actor appears in, waits for the access review, and shows a toast. */
function useReload(workspaceId: string): (done?: string) => Promise<void> {
  const queryClient = useQueryClient()
  return async (done) => {
    for (const call of [activity.list, tokens.list, serviceAccounts.list, trustRules.list])
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(call) })
    await queryClient.invalidateQueries({ queryKey: accessReviewQuery(workspaceId).queryKey })
    if (done) showToast(done, { tone: 'success' })
  }
}

/** Names the actor for screen readers. Everyone else sees the row. */
const HiddenName = ({ name }: { name: string }) => <span className="sr-only"> {name}</span>

interface ActionButtonProps {
  /** What the button does, such as "Pause". */
  label: string
  name: string
  isLoading: boolean
  onAction: () => void
}

const ActionButton = ({ label, name, isLoading, onAction }: ActionButtonProps) => (
  <Button size="sm" isLoading={isLoading} onPress={onAction}>
    <span>{label}</span>
    <HiddenName name={name} />
  </Button>
)

/** Asks for a second click. */
const DangerButton = ({ label, name, isLoading, onAction }: ActionButtonProps) => (
  <span className="relative z-10 flex w-17 justify-end whitespace-nowrap">
    <ConfirmButton size="sm" tone="danger" variant="outline" isLoading={isLoading} onConfirm={onAction}>
      <span>{label}</span>
      <HiddenName name={name} />
    </ConfirmButton>
  </span>
)

function TokenActions({ workspaceId, actor: { id, name, state }, row }: ActorActionsProps) {
  const reload = useReload(workspaceId)
  const pause = useApiMutation(tokens.pause, {
    ...row.reports('The token was not paused'),
    onSuccess: () => reload(`“${shortName(name)}” is paused for 1 hour`),
  })
  const resume = useApiMutation(tokens.resume, {
    ...row.reports('The token was not resumed'),
    onSuccess: () => reload(`“${shortName(name)}” works again`),
  })
  const params = { workspaceId, tokenId: id }
  return (
    <>
      {state === 'paused' ? (
        <ActionButton
          label="Resume"
          name={name}
          isLoading={resume.isPending}
          onAction={() => resume.mutate({ params })}
        />
      ) : (
        <ActionButton
          label="Pause"
          name={name}
          isLoading={pause.isPending}
          onAction={() => pause.mutate({ params, body: { for: '1h' } })}
        />
      )}
      <RevokeTokenButton workspaceId={workspaceId} token={{ id, name }} onRevoked={reload}>
        <span>Revoke</span>
        <HiddenName name={name} />
      </RevokeTokenButton>
    </>
  )
}

function ServiceAccountActions({ workspaceId, actor: { id, name, state }, row }: ActorActionsProps) {
  const reload = useReload(workspaceId)
  const isDisabled = state === 'disabled'
  const update = useApiMutation(serviceAccounts.update, {
    ...row.reports(`The service account was not ${isDisabled ? 'enabled' : 'disabled'}`),
    onSuccess: () => reload(`${shortName(name)} is ${isDisabled ? 'enabled' : 'disabled'}`),
  })
  const toggle = () =>
    update.mutate({ params: { workspaceId, serviceAccountId: id }, body: { isDisabled: !isDisabled } })
  const button = { name, isLoading: update.isPending, onAction: toggle }
  return isDisabled ? (
    <ActionButton label="Enable" {...button} />
  ) : (
    <DangerButton label="Disable" {...button} />
  )
}

function TrustRuleActions({ workspaceId, actor: { id, name, serviceAccount }, row }: ActorActionsProps) {
  const reload = useReload(workspaceId)
  const remove = useApiMutation(trustRules.delete, {
    ...row.reports('The trust rule was not deleted'),
    onSuccess: () => reload(`The trust rule “${shortName(name)}” is deleted`),
  })
  const params = { workspaceId, serviceAccountId: serviceAccount?.id ?? '', trustRuleId: id }
  return (
    <DangerButton
      label="Delete"
      name={name}
      isLoading={remove.isPending}
      onAction={() => remove.mutate({ params })}
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
