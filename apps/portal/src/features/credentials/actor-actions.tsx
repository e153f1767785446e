import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { trustRules } from '@portal/contract/trust-rules/trust-rules'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { ConfirmButton } from '@portal/ui/buttons/confirm-button'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { useUser } from '../../lib/guard/session.ts'
import { shortName } from '../../lib/layout/short-name.ts'
import { queryKeyOf } from '../../lib/request/api-query.ts'
import { type RowFailure, useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { MemberActions } from '../people/member-actions.tsx'
import type { MemberDialog } from '../people/member-dialogs.tsx'
import { MemberRoleCell } from '../people/member-role-cell.tsx'
import { activityKey } from '../workspaces/activity-key.ts'
import { accessReviewQuery } from './access-review-queries.ts'
import { mayChange, type ReviewRow } from './actor-rules.ts'
import { RevokeTokenButton } from './revoke-token-button.tsx'

interface ActionsProps {
  workspaceId: string
  actor: ReviewRow
  row: RowFailure
}

/** Returns a function that refetches the lists that a changed actor appears in, waits for the access review, and shows a toast. */
function useReload(workspaceId: string): (done?: string) => Promise<void> {
  const queryClient = useQueryClient()
  return async (done) => {
    void queryClient.invalidateQueries({ queryKey: activityKey })
    for (const call of [tokens.list, serviceAccounts.list, trustRules.list])
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

function TokenActions({ workspaceId, actor, row }: ActionsProps) {
  const { id, name, state } = actor
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
      <RevokeTokenButton workspaceId={workspaceId} token={actor} onRevoked={reload}>
        <span>Revoke</span>
        <HiddenName name={name} />
      </RevokeTokenButton>
    </>
  )
}

function ServiceAccountActions({ workspaceId, actor: { id, name, state }, row }: ActionsProps) {
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

function TrustRuleActions({ workspaceId, actor: { id, name, serviceAccount }, row }: ActionsProps) {
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

export interface ActorActionsProps {
  workspace: Workspace
  actor: ReviewRow
  row: RowFailure
  /** Opens a dialog about a member or an invitee. */
  onOpen: (kind: MemberDialog) => void
}

/** What the user can do about a row, without leaving the review. */
export function ActorActions({ workspace, actor, row, onOpen }: ActorActionsProps) {
  const { id: userId } = useUser()
  const { kind, member } = actor
  const actions = { workspaceId: workspace.id, actor, row }
  if (member)
    return (
      <>
        <MemberRoleCell workspace={workspace} member={member} row={row} onAsk={() => onOpen('demote')} />
        <MemberActions workspace={workspace} member={member} userId={userId} row={row} onOpen={onOpen} />
      </>
    )
  if (kind === 'token')
    return mayChange(actor, { role: workspace.role, userId }) && <TokenActions {...actions} />
  if (kind === 'serviceAccount') return <ServiceAccountActions {...actions} />
  if (kind === 'trustRule') return <TrustRuleActions {...actions} />
  // Only the owner may change a webhook, and its calls would make the page too large.
  if (kind === 'webhook')
    return (
      <LinkButton size="sm" href={`/workspace/${workspace.id}/webhooks`}>
        Open webhooks
      </LinkButton>
    )
  return null
}
