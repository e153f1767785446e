import { component, text } from '../field-text.ts'
import { texts } from '../texts.ts'
import { invitationSchema, invitations } from './invitations.ts'

export const invitationsTexts = texts<typeof invitations>({
  fields: {
    invitedBy: text('The name of the member who sent the invitation.'),
    isForYou: text('Whether the invitation is for the caller.', true),
    emailHint: text('The invited address with most characters hidden.', 'a••@e••••••.com'),
  },
  components: [
    component(invitationSchema, 'Invitation', 'A pending invitation, as the invitee sees it.', {
      role: text('The role that the invitation offers.', 'EDITOR'),
    }),
    component(invitationSchema.shape.invitedBy, 'InviterName', 'The name of the member who sent an invitation.'),
    component(invitations.byCode.success.body, 'InvitationByCode', 'The invitation behind a link.', {
      invitation: text('The invitation. Null unless it is for the caller.'),
    }),
    component(invitations.link.success.body, 'InvitationLink', 'A link to an invitation.'),
  ],
})
