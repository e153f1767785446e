import { workspaces } from '@portal/contract/workspaces/workspaces'
import { queryFor } from '../../lib/request/queries.ts'
import { notMemberAnswers } from './shared/load-for-member.ts'

/** The user's workspaces. Shared by the list, the default workspace and the profile. */
export const workspacesQuery = queryFor(workspaces.list, { query: {} })

export const workspaceQuery = (workspaceId: string) =>
  queryFor(workspaces.read, { params: { workspaceId } }, { expectedErrors: notMemberAnswers })
