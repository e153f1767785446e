import { members } from '@portal/contract/members'
import { ownership } from '@portal/contract/ownership'
import { workspaces } from '@portal/contract/workspaces'
import { queryFor } from '../../lib/api.ts'

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
