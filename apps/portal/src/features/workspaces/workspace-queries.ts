import { workspaces } from '@portal/contract/workspaces/workspaces'
import { apiQuery } from '../../lib/request/api-query.ts'
import { notMemberAnswers } from './load-for-member.ts'

/** The user's workspaces. Shared by the list, the default workspace and the profile. */
export const workspacesQuery = apiQuery(workspaces.list, { query: {} })

export const workspaceQuery = (workspaceId: string) =>
  apiQuery(workspaces.read, { params: { workspaceId } }, { expectedErrors: notMemberAnswers })
