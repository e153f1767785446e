import { invitations } from '@portal/contract/invitations'
import { queryFor } from '../../lib/api.ts'

/** Open invitations to the person's verified address. */
export const ownInvitationsQuery = queryFor(invitations.mine, {})

/** What a link leads to. An ended one is no failure: the page says so. */
export const invitationQuery = (code: string) =>
  queryFor(invitations.byCode, { params: { code } }, { expectedErrors: ['NotFound'] })
