import { restorableDays } from '@portal/contract/limits'
import { members } from '@portal/contract/members/members'
import { may } from '@portal/contract/members/roles'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaceRights } from '@portal/contract/workspaces/workspace-rights'
import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { TextField } from '@portal/ui/fields/text-field'
import { Card } from '@portal/ui/layout/card'
import { formatCount } from '@portal/ui/lib/format-count'
import type { BaseIconName } from '@portal/ui/lib/icon-set'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { serverNow } from '@portal/ui/lib/server-clock'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Icon } from '@portal/ui/text/icon'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FormDialog } from '../../lib/layout/form-dialog.tsx'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { shortName } from '../../lib/layout/short-name.ts'
import { apiQuery } from '../../lib/request/api-query.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { OwnerOnly } from './owner-only.tsx'
import { useWorkspaceCache } from './use-workspace-cache.ts'
import { changeRefusal } from './workspace-permissions.ts'
import { workspaceQuery } from './workspace-queries.ts'

function Item({ icon, children }: { icon: BaseIconName; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <Icon name={icon} size="sm" className="mt-0.5 text-content-muted" />
      <span>{children}</span>
    </li>
  )
}

function peopleText(count: number): string {
  if (count === 0) return 'You lose access immediately. There are no other members.'
  return count === 1
    ? 'You and 1 other member lose access immediately.'
    : `You and ${formatCount(count)} other members lose access immediately.`
}

function tokensText(count: number | undefined): string {
  if (count === undefined) return 'Its API tokens stop working permanently.'
  if (count === 0) return 'It has no active API tokens.'
  return count === 1
    ? '1 active API token stops working permanently.'
    : `${formatCount(count)} active API tokens stop working permanently.`
}

/** Lists the effects of deleting a workspace, with counts where they are known. */
function WhatStops({ workspace: { id, memberCount } }: { workspace: Workspace }) {
  const params = { workspaceId: id }
  const tokenList = useQuery({ ...apiQuery(tokens.list, { params, query: {} }), staleTime: 0 })
  const memberList = useQuery(apiQuery(members.list, { params, query: {} }))
  const now = serverNow().getTime()
  const activeTokens = tokenList.data?.authTokens.filter(
    ({ revokedAt, expiresAt }) => !revokedAt && !(expiresAt && Date.parse(expiresAt) < now),
  )
  const invited = memberList.data?.filter(({ invitation }) => invitation?.isExpired === false).length ?? 0
  return (
    <ul aria-label="What happens" className="flex flex-col gap-2 text-sm">
      <Item icon="users">{peopleText(memberCount - 1)}</Item>
      {invited > 0 && (
        <Item icon="mail">
          {`${invited === 1 ? '1 open invitation' : `${formatCount(invited)} open invitations`} can no longer be accepted.`}
        </Item>
      )}
      <Item icon="key">{tokensText(activeTokens?.length)}</Item>
      <Item icon="monitor">Everyone who has the workspace open is signed out of its instance.</Item>
    </ul>
  )
}

const clean = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim()

/** Lists the effects of a deletion and asks for the workspace name, to prevent deleting the wrong workspace. */
function DeleteWorkspaceDialog({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const { id, displayName } = workspace
  const [typed, setTyped] = useKeptState<string | null>('delete workspace name', null)
  const cache = useWorkspaceCache()
  const navigate = useNavigate()
  const remove = useApiMutation(workspaces.delete, {
    onSuccess: async () => {
      showToast(`“${shortName(displayName)}” is deleted`, {
        tone: 'success',
        description: `You can restore it for ${restorableDays} days, under “Recently deleted”.`,
      })
      // Leaves first: this page would refetch the deleted workspace.
      await navigate({ to: '/workspaces' })
      cache.forget(id)
    },
  })
  const isMeant = clean(typed ?? '') === clean(displayName)

  return (
    <FormDialog
      title={`Delete ${displayName}?`}
      description={`You can restore the workspace and its members for ${restorableDays} days. Its API tokens stay revoked.`}
      role="alertdialog"
      size="lg"
      actText="Delete Workspace"
      tone="danger"
      request={remove}
      problem={isMeant ? undefined : 'Type the name of the workspace first'}
      onSubmit={() => remove.mutate({ params: { workspaceId: id } })}
      onClose={onClose}
    >
      <WhatStops workspace={workspace} />
      <TextField
        label="Type the name of the workspace to delete it"
        hint={<bdi className="font-mono text-content">{displayName}</bdi>}
        value={typed}
        onChange={setTyped}
        hasAutoFocus
      />
    </FormDialog>
  )
}

/** The deletion of the workspace. Only its owner can delete it. */
export function DeleteWorkspaceSection({ workspaceId }: { workspaceId: string }) {
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  const [isOpen, setIsOpen] = useKeptState('delete workspace', false)
  if (!may(workspace.role, workspaceRights.deleteWorkspace)) {
    return <OwnerOnly title="Only the owner can delete this workspace" />
  }
  const refusal = changeRefusal(workspace, workspaceRights.deleteWorkspace)
  return (
    <ShellSection intro="Actions here affect everyone in this workspace.">
      <Card
        tone="danger"
        title="Delete this workspace"
        description={`Everyone loses access immediately. You can restore it for ${restorableDays} days.`}
        actions={
          <Button
            tone="danger"
            variant="outline"
            icon="trash"
            onPress={() => setIsOpen(true)}
            isDisabled={refusal !== undefined}
            disabledReason={refusal}
            aria-haspopup="dialog"
          >
            Delete Workspace
          </Button>
        }
      />
      {isOpen && <DeleteWorkspaceDialog workspace={workspace} onClose={() => setIsOpen(false)} />}
    </ShellSection>
  )
}
