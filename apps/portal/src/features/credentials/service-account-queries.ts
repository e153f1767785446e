import { type ServiceAccount, serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { useQueryClient } from '@tanstack/react-query'
import { apiQuery, queryKeyOf } from '../../lib/request/api-query.ts'
import { activityKey } from '../workspaces/activity-key.ts'
import { notMemberAnswers } from '../workspaces/load-for-member.ts'

export const serviceAccountsQuery = (workspaceId: string) =>
  apiQuery(serviceAccounts.list, { params: { workspaceId } }, { expectedErrors: notMemberAnswers })

/** The service accounts that a token can be moved to. The tokens of a disabled one can't act. */
export const enabledOf = (accounts: readonly ServiceAccount[] = []) =>
  accounts.filter(({ disabledAt }) => disabledAt === null)

/** Returns a function that refetches what a changed service account affects, and waits for the list. */
export function useServiceAccountReload(workspaceId: string): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    void queryClient.invalidateQueries({ queryKey: activityKey })
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(tokens.list) })
    await queryClient.invalidateQueries({ queryKey: serviceAccountsQuery(workspaceId).queryKey })
  }
}
