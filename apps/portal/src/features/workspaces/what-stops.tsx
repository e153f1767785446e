import { members } from '@portal/contract/members/members'
import { tokens } from '@portal/contract/tokens/tokens'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { formatCount } from '@portal/ui/lib/format-count'
import type { BaseIconName } from '@portal/ui/lib/icon-set'
import { serverNow } from '@portal/ui/lib/server-clock'
import { Icon } from '@portal/ui/text/icon'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../lib/request/api-query.ts'

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
export function WhatStops({ workspace: { id, memberCount } }: { workspace: Workspace }) {
  const params = { workspaceId: id }
  const tokenList = useQuery({ ...apiQuery(tokens.list, { params, query: {} }), staleTime: 0 })
  const memberList = useQuery(apiQuery(members.list, { params, query: {} }))
  const now = serverNow().getTime()
  const activeTokens = tokenList.data?.authTokens.filter(
    ({ revokedAt, expiresAt }) => !revokedAt && !(expiresAt && Date.parse(expiresAt) < now),
  )
  const invited = memberList.data?.filter(({ status }) => status === 'invited').length ?? 0
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
