import { members } from '@portal/contract/members'
import { tokens } from '@portal/contract/tokens'
import type { Workspace } from '@portal/contract/workspaces'
import type { BaseIconName } from '@portal/ui/lib/icon-set'
import { Icon } from '@portal/ui/text/icon'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryFor } from '../../lib/request/api.ts'

function Item({ icon, children }: { icon: BaseIconName; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <Icon name={icon} size="sm" className="mt-0.5 text-content-muted" />
      <span>{children}</span>
    </li>
  )
}

function peopleText(count: number): string {
  if (count === 0) return 'You lose access at once. Nobody else has any.'
  return count === 1
    ? 'You and 1 other member lose access at once.'
    : `You and ${count} other members lose access at once.`
}

function tokensText(count: number | undefined): string {
  if (count === undefined) return 'Its API tokens stop working, for good.'
  if (count === 0) return 'It has no active API tokens.'
  return count === 1
    ? '1 active API token stops working, for good.'
    : `${count} active API tokens stop working, for good.`
}

/** What ends with a workspace, counted where that is known. */
export function WhatStops({ workspace: { id, memberCount } }: { workspace: Workspace }) {
  const params = { workspaceId: id }
  const tokenList = useQuery({ ...queryFor(tokens.list, { params, query: {} }), staleTime: 0 })
  const memberList = useQuery(queryFor(members.list, { params, query: {} }))
  const now = Date.now()
  const activeTokens = tokenList.data?.authTokens.filter(
    ({ revokedAt, expiresAt }) => !revokedAt && !(expiresAt && Date.parse(expiresAt) < now),
  )
  const invited = memberList.data?.filter(({ status }) => status === 'invited').length ?? 0
  return (
    <ul aria-label="What stops" className="flex flex-col gap-2 text-sm">
      <Item icon="users">{peopleText(memberCount - 1)}</Item>
      {invited > 0 && (
        <Item icon="mail">
          {invited === 1 ? '1 open invitation' : `${invited} open invitations`} can no longer be accepted.
        </Item>
      )}
      <Item icon="key">{tokensText(activeTokens?.length)}</Item>
      <Item icon="monitor">Sessions in its instance end: whoever has it open is signed out there.</Item>
    </ul>
  )
}
