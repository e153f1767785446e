import type { User } from '@portal/contract/account'
import { invitations } from '@portal/contract/invitations'
import { queryOptions } from '@tanstack/react-query'
import { queryFor } from '../../lib/request/api.ts'

/** Open invitations to the person's verified address. */
export const ownInvitationsQuery = queryFor(invitations.mine, {})

/**
 * What a link leads to, for this person as they are now: somebody who verifies the address meanwhile sees more. An ended
 * invitation is no failure, the page says so.
 */
export function invitationQuery(code: string, { id, emailVerified }: Pick<User, 'id' | 'emailVerified'>) {
  const query = queryFor(invitations.byCode, { params: { code } }, { expectedErrors: ['NotFound'] })
  return queryOptions({ ...query, queryKey: [...query.queryKey, id, emailVerified], gcTime: 0 })
}
