import { invitations } from '@portal/contract/invitations'
import { members } from '@portal/contract/members'
import { ownership } from '@portal/contract/ownership'
import { workspaces } from '@portal/contract/workspaces'
import { queryFor } from '../../lib/request/api.ts'

export const membersQuery = (workspaceId: string) =>
  queryFor(members.list, { params: { workspaceId }, query: {} })

export const workspaceQuery = (workspaceId: string) => queryFor(workspaces.read, { params: { workspaceId } })

/** What a removal would end. Asked anew each time: a minute ago is no answer to "when was it last used". */
export const accessQuery = (workspaceId: string, userId: string) => ({
  ...queryFor(members.access, { params: { workspaceId, userId } }),
  staleTime: 0,
  gcTime: 0,
})

/** Open offers of ownership to the person, and by them. */
export const offersQuery = queryFor(ownership.mine, {})

/** Makes a fresh link once, for as long as it is shown: it opens the way to an invitation and stays in no cache. */
export const invitationLinkQuery = (workspaceId: string, invitationId: string) => ({
  ...queryFor(invitations.link, { params: { workspaceId, invitationId } }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})
