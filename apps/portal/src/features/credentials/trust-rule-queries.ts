import { trustRules } from '@portal/contract/trust-rules/trust-rules'
import { apiQuery } from '../../lib/request/api-query.ts'
import { notMemberAnswers } from '../workspaces/load-for-member.ts'

/** Identifies a service account in a path. */
export interface ServiceAccountParams {
  workspaceId: string
  serviceAccountId: string
}

/** Runs appear without reloading the page. */
const exchangesRefreshMs = 5_000

export const trustRulesQuery = (params: ServiceAccountParams) =>
  apiQuery(trustRules.list, { params }, { expectedErrors: notMemberAnswers })

export const exchangesQuery = (params: ServiceAccountParams) => ({
  ...apiQuery(trustRules.exchanges, { params }, { expectedErrors: notMemberAnswers }),
  refetchInterval: exchangesRefreshMs,
})
