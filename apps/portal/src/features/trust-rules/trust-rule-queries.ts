import { trustRules } from '@portal/contract/trust-rules/trust-rules'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { queryFor } from '../../lib/request/queries.ts'
import { notMemberAnswers } from '../workspaces/shared/load-for-member.ts'

/** Identifies a service account in a path. */
export interface ServiceAccountParams {
  workspaceId: string
  serviceAccountId: string
}

/** Runs appear without reloading the page. */
const exchangesRefreshMs = 5_000

export const trustRulesQuery = (params: ServiceAccountParams) =>
  queryFor(trustRules.list, { params }, { expectedErrors: notMemberAnswers })

export const exchangesQuery = (params: ServiceAccountParams) => ({
  ...queryFor(trustRules.exchanges, { params }, { expectedErrors: notMemberAnswers }),
  refetchInterval: exchangesRefreshMs,
})

export const ruleWorkspaceQuery = (workspaceId: string) =>
  queryFor(workspaces.read, { params: { workspaceId } }, { expectedErrors: notMemberAnswers })
