import type { User } from '@portal/contract/account'
import { invitations } from '@portal/contract/invitations'
import { queryOptions } from '@tanstack/react-query'
import { signedOutAnswers } from '../../lib/guard/session.ts'
import { queryFor } from '../../lib/request/queries.ts'

/** Open invitations to the user's verified email. Loaded with the page, while the guard finds out whether the user may see it. */
export const ownInvitationsQuery = queryFor(
  invitations.mine,
  {},
  { expectedErrors: [...signedOutAnswers, 'EmailNotVerified'] },
)

/**
 * The invitation behind a link. Not cached across users, because a user sees more after verifying the email. An invitation
 * that is no longer valid is an expected error, which the page explains.
 */
export function invitationQuery(code: string, { id, emailVerified }: Pick<User, 'id' | 'emailVerified'>) {
  const query = queryFor(invitations.byCode, { params: { code } }, { expectedErrors: ['NotFound'] })
  return queryOptions({ ...query, queryKey: [...query.queryKey, id, emailVerified], gcTime: 0 })
}
