import { component, email, text } from '../field-text.ts'
import { texts } from '../texts.ts'
import { inviteSchema, memberSchema, members } from './members.ts'

export const membersTexts = texts<typeof members>({
  fields: {
    deletesTrustRules: text('Whether to delete the trust rules that the member created. Without it they are kept.', false),
    isExpired: text('Whether the invitation has expired.', false),
  },
  components: [
    component(memberSchema, 'Member', 'A member of a workspace, or an invitee.', {
      userId: text('Unique in the list. For an invitee, the id of the invitation.', '01JBW61C2V8F4H7J0X3Y6Z9A1B'),
      nickname: text('The nickname, or the part of the email address before the `@`.', 'grace'),
      status: text('`invited` until the invitation is accepted, then `active`.', 'active'),
    }),
    component(inviteSchema, 'NewInvitation', 'An invitation to send.', {
      email: email('The address to invite.', 'grace@example.com'),
      role: text('The role that the invitation offers. The default is `EDITOR`. `OWNER` is refused.', 'EDITOR'),
    }),
    component(members.changeRole.body, 'RoleChange', 'A new role for a member or an invitee.', {
      userId: text('The id of the member, or of the invitation.', '01JBW61C2V8F4H7J0X3Y6Z9A1B'),
      role: text('The new role. `OWNER` is refused.', 'APPROVER'),
    }),
    component(members.remove.body, 'MemberAddress', 'The member or invitee to remove.', {
      email: email('The email address of the member or invitee.', 'grace@example.com'),
    }),
    component(members.access.success.body, 'MemberAccess', 'What a member uses, and what they would leave behind.', {
      invitations: text('Open invitations that the member sent.'),
      shownTokens: text('Active tokens of service accounts whose secret the member was shown. Rotate them.'),
      trustRules: text('Trust rules that the member created.'),
    }),
    component(members.access.success.body.shape.invitations.def.element, 'SentInvitation', 'An open invitation that a member sent.', {
      role: text('The role that the invitation offers.', 'EDITOR'),
    }),
    component(members.access.success.body.shape.shownTokens.def.element, 'ShownToken', 'A token of a service account whose secret a member was shown.'),
    component(members.access.success.body.shape.trustRules.def.element, 'MemberTrustRule', 'A trust rule that a member created.'),
    component(members.access.success.body.shape.tokens.def.element, 'UsedToken', 'A token or instance session of a member.'),
  ],
})
