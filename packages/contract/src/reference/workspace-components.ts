import { actorSchema } from '../access-review/access-review.ts'
import { activitySchema } from '../activity/activity.ts'
import { invitationSchema, invitations } from '../invitations/invitations.ts'
import { inviteSchema, memberSchema, members } from '../members/members.ts'
import {
  deletedWorkspaceSchema,
  newWorkspaceSchema,
  workspaceSchema,
  workspaces,
} from '../workspaces/workspaces.ts'
import { component } from './component.ts'
import { date, email, text } from './field-text.ts'

const description = text(
  'What the workspace is for: at most 5,000 characters.',
  'Tries out every change first',
)
const displayName = text('The name: 1 to 500 letters, digits, spaces and `- . , _ @ / +`.', 'Staging')

const choices = {
  keepsInvitations: text(
    'Whether the open invitations that the member sent stay open. Without it they are withdrawn.',
    false,
  ),
  deletesTrustRules: text(
    'Whether to delete the trust rules that the member created. Without it they are kept.',
    false,
  ),
}

export const workspaceComponents = [
  component(workspaceSchema, 'Workspace', "A workspace, with the caller's settings for it.", { description }),
  component(newWorkspaceSchema, 'NewWorkspace', 'A workspace to create.', { displayName, description }),
  component(
    workspaces.update.body,
    'WorkspaceChanges',
    'The fields to change. Omitted fields are not changed.',
    {
      displayName,
      description: text(
        'What the workspace is for. An empty string or null clears it.',
        'Tries out every change first',
      ),
    },
  ),
  component(
    deletedWorkspaceSchema,
    'DeletedWorkspace',
    'A deleted workspace that its owner can still restore.',
    {
      deletedAt: date('When it was deleted.'),
    },
  ),
  component(workspaceSchema.shape.creatorUser, 'OwnerName', 'The name of the owner of a workspace.'),
  component(memberSchema, 'Member', 'A member of a workspace, or an invitee.', {
    userId: text(
      'Unique in the list. For an invitee, the id of the invitation.',
      '01JBW61C2V8F4H7J0X3Y6Z9A1B',
    ),
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
    ...choices,
  }),
  component(members.remove.body, 'MemberAddress', 'The member or invitee to remove.', {
    email: email('The email address of the member or invitee.', 'grace@example.com'),
    ...choices,
  }),
  component(
    members.access.success.body,
    'MemberAccess',
    'What a member uses, and what they would leave behind.',
    {
      invitations: text('Open invitations that the member sent.'),
      shownTokens: text('Active tokens of service accounts whose secret the member was shown. Rotate them.'),
      trustRules: text('Trust rules that the member created.'),
    },
  ),
  component(
    members.access.success.body.shape.invitations.def.element,
    'SentInvitation',
    'An open invitation that a member sent.',
    { role: text('The role that the invitation offers.', 'EDITOR') },
  ),
  component(
    members.access.success.body.shape.shownTokens.def.element,
    'ShownToken',
    'A token of a service account whose secret a member was shown.',
  ),
  component(
    members.access.success.body.shape.trustRules.def.element,
    'MemberTrustRule',
    'A trust rule that a member created.',
  ),
  component(
    members.access.success.body.shape.tokens.def.element,
    'UsedToken',
    'A token or instance session of a member.',
    {
      kind: text('`api` for an API token, `instance` for an instance session.', 'api'),
    },
  ),
  component(invitationSchema, 'Invitation', 'A pending invitation, as the invitee sees it.', {
    role: text('The role that the invitation offers.', 'EDITOR'),
  }),
  component(
    invitationSchema.shape.invitedBy,
    'InviterName',
    'The name of the member who sent an invitation.',
  ),
  component(invitations.byCode.success.body, 'InvitationByCode', 'The invitation behind a link.', {
    invitation: text('The invitation. Null unless it is for the caller.'),
  }),
  component(invitations.link.success.body, 'InvitationLink', 'A link to an invitation.', {
    url: text(
      'The link. It contains a secret code.',
      'https://portal.example.com/invitation/Yk3v9ZrT1xQ7mC5bN8wL2hJ6',
      {
        format: 'iri',
      },
    ),
  }),
  component(
    actorSchema,
    'Actor',
    'A member, a service account, an API token or a trust rule that can act in a workspace.',
    {
      kind: text('The kind of actor.', 'token'),
      id: text(
        "Unique among the actors of its kind. For a member, the user's id.",
        '01JBW6AV7P3Q9R5S1T7V2W8X4Y',
      ),
      name: text(
        'The name. For a member, the full name, or the email address if there is no name.',
        'Nightly deploy',
      ),
      userId: text(
        'The member, or the member that a token acts for. Null for other actors.',
        '01JBW5Z8GQ4T7R0M3E6K9N2P5S',
      ),
      role: text('The role of a member. Null for other actors.', 'EDITOR'),
      serviceAccount: text(
        'The service account that a token or trust rule belongs to. Null for other actors.',
      ),
      state: text('Only an active actor can act. A trust rule that is learning accepts nothing.', 'active'),
      createdAt: date('When it was created, or when the member joined.'),
      expiresAt: date('When the token expires. Null for other actors.', '2027-02-01T09:30:00.000Z'),
    },
  ),
  component(activitySchema, 'Activity', 'An event in a workspace.'),
]
