import { activity } from '@portal/contract/activity'
import type { Member } from '@portal/contract/members'
import type { OwnershipOffer } from '@portal/contract/ownership'
import { useQueryClient } from '@tanstack/react-query'
import { queryKeyOf } from '../../lib/request/api.ts'
import { workspacesQuery } from '../../lib/workspaces-query.ts'
import { membersQuery, offersQuery, workspaceQuery } from './member-queries.ts'

/** Keeps what is known of the members of a workspace in step with what was done to them. */
export function useMembershipCache(workspaceId: string) {
  const queryClient = useQueryClient()
  const list = membersQuery(workspaceId)

  /** The log has a new line, and cards count members. */
  function noteChange() {
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(activity.list) })
    void queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey })
  }

  return {
    /** Takes over the list that a call has answered. */
    setMembers(members: Member[]) {
      queryClient.setQueryData(list.queryKey, members)
      noteChange()
    },
    /** Shows a change before it is known; what it returns takes it back. */
    change(edit: (members: Member[]) => Member[]) {
      const before = queryClient.getQueryData(list.queryKey)
      if (before) queryClient.setQueryData(list.queryKey, edit(before))
      return () => {
        queryClient.setQueryData(list.queryKey, before)
      }
    },
    setOffers(edit: (offers: OwnershipOffer[]) => OwnershipOffer[]) {
      queryClient.setQueryData(offersQuery.queryKey, (offers = []) => edit(offers))
      noteChange()
    },
    /** Asks again for all that may differ now: after an answer to an offer, or when somebody else was faster. */
    async reload() {
      noteChange()
      await Promise.all(
        [list, offersQuery, workspaceQuery(workspaceId)].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
    },
    /** The person has left: nothing of the workspace is theirs to see. */
    forget() {
      queryClient.setQueryData(workspacesQuery.queryKey, (known) =>
        known?.filter(({ id }) => id !== workspaceId),
      )
      for (const { queryKey } of [list, workspaceQuery(workspaceId)]) queryClient.removeQueries({ queryKey })
      void queryClient.invalidateQueries({ queryKey: offersQuery.queryKey })
    },
  }
}
