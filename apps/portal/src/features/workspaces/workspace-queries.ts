import { workspaces } from '@portal/contract/workspaces'
import { notMemberAnswers } from '../../lib/guard/load-for-member.ts'
import { queryFor } from '../../lib/request/api.ts'

export const workspaceQuery = (workspaceId: string) =>
  queryFor(workspaces.read, { params: { workspaceId } }, { expectedErrors: notMemberAnswers })
