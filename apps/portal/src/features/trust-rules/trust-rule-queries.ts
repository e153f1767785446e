import { serviceAccounts } from '@portal/contract/service-accounts'
import { trustRules } from '@portal/contract/trust-rules'
import { workspaces } from '@portal/contract/workspaces'
import { queryFor } from '../../lib/request/queries.ts'

/** Identifies a service account in a path. */
export interface ServiceAccountParams {
  workspaceId: string
  serviceAccountId: string
}

/** Each returns 404 to a user who is not a member. A separate page explains the 404, and it isn't logged as a failure. */
const expectNotMember = { expectedErrors: ['NotFound', 'ValidationError'] } as const
/** Runs appear without reloading the page. */
const exchangesRefreshMs = 5_000

export const trustRulesQuery = (params: ServiceAccountParams) =>
  queryFor(trustRules.list, { params }, expectNotMember)

export const exchangesQuery = (params: ServiceAccountParams) => ({
  ...queryFor(trustRules.exchanges, { params }, expectNotMember),
  refetchInterval: exchangesRefreshMs,
})

export const ruleWorkspaceQuery = (workspaceId: string) =>
  queryFor(workspaces.read, { params: { workspaceId } }, expectNotMember)

export const ruleServiceAccountsQuery = (workspaceId: string) =>
  queryFor(serviceAccounts.list, { params: { workspaceId } }, expectNotMember)
