import type { User } from '@portal/contract/account/account'
import { invitations } from '@portal/contract/invitations/invitations'
import { queryOptions } from '@tanstack/react-query'
import { unverifiedAnswers } from '../../lib/guard/session.ts'
import { apiQuery } from '../../lib/request/api-query.ts'

/** Open invitations to the user's verified email. Requested before the auth check has returned, so these refusals are expected. */
export const ownInvitationsQuery = apiQuery(invitations.mine, {}, { expectedErrors: unverifiedAnswers })

/**
 * The invitation behind a link. Not cached across users, because a user sees more after verifying the email. An invitation
 * that is no longer valid is an expected error, which the page explains.
 */
export function invitationQuery(code: string, { id, emailVerified }: Pick<User, 'id' | 'emailVerified'>) {
  const query = apiQuery(invitations.byCode, { params: { code } }, { expectedErrors: ['NotFound'] })
  return queryOptions({ ...query, queryKey: [...query.queryKey, id, emailVerified], gcTime: 0 })
}
