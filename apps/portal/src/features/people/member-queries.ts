import { accessReview } from '@portal/contract/access-review/access-review'
import { type Member, members } from '@portal/contract/members/members'
import type { OwnershipOffer } from '@portal/contract/ownership/ownership'
import { useQueryClient } from '@tanstack/react-query'
import { apiQuery, queryKeyOf } from '../../lib/request/api-query.ts'
import { activityKey } from '../workspaces/activity-key.ts'
import { notMemberAnswers } from '../workspaces/load-for-member.ts'
import { workspaceQuery, workspacesQuery } from '../workspaces/workspace-queries.ts'
import { offersQuery } from './ownership-queries.ts'

export const membersQuery = (workspaceId: string) =>
  apiQuery(members.list, { params: { workspaceId }, query: {} }, { expectedErrors: notMemberAnswers })

/** What a removal would revoke. Never cached, because the last use must be current. */
export const accessQuery = (workspaceId: string, userId: string) => ({
  ...apiQuery(members.access, { params: { workspaceId, userId } }),
  staleTime: 0,
  gcTime: 0,
})

/** Keeps the cached members of a workspace up to date after changes. */
export function useMembershipCache(workspaceId: string) {
  const queryClient = useQueryClient()
  const list = membersQuery(workspaceId)

  /** Refetches the activity log, the access review and the list, whose cards show the member count. */
  function noteChange() {
    void queryClient.invalidateQueries({ queryKey: activityKey })
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(accessReview.list) })
    void queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey })
  }

  return {
    /** Stores the list that a call returned. */
    setMembers(members: Member[]) {
      queryClient.setQueryData(list.queryKey, members)
      noteChange()
    },
    /** Edits the cached list. Returns the list before the edit. */
    change(edit: (members: Member[]) => Member[]) {
      const before = queryClient.getQueryData(list.queryKey)
      if (before) queryClient.setQueryData(list.queryKey, edit(before))
      return before
    },
    setOffers(edit: (offers: OwnershipOffer[]) => OwnershipOffer[]) {
      queryClient.setQueryData(offersQuery.queryKey, (offers = []) => edit(offers))
      noteChange()
    },
    /** Refetches everything that may have changed, after an answered offer or a concurrent change. */
    async reload() {
      noteChange()
      await Promise.all(
        [list, offersQuery, workspaceQuery(workspaceId)].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
    },
    /** Removes the workspace from the cache after the user has left it. */
    forget() {
      queryClient.setQueryData(workspacesQuery.queryKey, (known) =>
        known?.filter(({ id }) => id !== workspaceId),
      )
      for (const { queryKey } of [list, workspaceQuery(workspaceId)]) queryClient.removeQueries({ queryKey })
      void queryClient.invalidateQueries({ queryKey: offersQuery.queryKey })
    },
  }
}
