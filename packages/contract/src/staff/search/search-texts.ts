import { component, count, date, email, text } from '../../field-text.ts'
import { texts } from '../../texts.ts'
import { webhookDisabledAt } from '../../webhooks/webhooks-texts.ts'
import { reportedPerson, userRecordSchema } from '../staff-calls.ts'
import { personReportSchema, searchResultSchema, type staffSearch, workspaceOwnerSchema, workspaceReportSchema } from './search.ts'

const subject = text("The identity provider's id of the user.", 'github|9919')

export const staffSearchTexts = texts<typeof staffSearch>({
  fields: {
    creatorEmail: email('The email address of the member who created the token.'),
    owner: text('The owner of the workspace.'),
    ownerEmail: email('The email address of the owner.'),
    billing: text("The user's billing state."),
    customerId: text("The id of the billing provider's customer. Null if there is none.", 'cus_PqR5sT7uV9'),
    since: date('When the pause began.'),
    identities: text('The ways to sign in.'),
    sessions: text('The active sessions.'),
    quarantine: text('The quarantine. Null if there is none.'),
    handedOverAt: date('When the account was handed to the owner of its address. Null if it was not, or if staff can no longer undo it.'),
    suspension: text('The suspension. Null if there is none.'),
    isActive: text('Whether the token works.', true),
    host: text("The host of the webhook's URL. The rest of the URL can contain a secret.", 'hooks.example.com'),
    text: text('An id, or the start of an email address or a name. At least 2 characters.', 'ada@'),
    workspaceCount: count('The number of workspaces, including those that are not listed.'),
  },
  components: [
    component(userRecordSchema, 'UserRecord', 'An account in a staff look-up.'),
    component(reportedPerson, 'UserReference', 'A user, as staff records refer to them.'),
    component(personReportSchema, 'UserReport', 'What staff see about an account.', {
      workspaces: text('The workspaces, at most 200.'),
      tokens: text('The active API tokens and instance sessions, at most 200.'),
      leftBehind: text('How much the user has set up for others.'),
    }),
    component(personReportSchema.shape.leftBehind, 'LeftBehindCounts', 'How much a user has set up for others in the workspaces that they belong to.', {
      invitations: count('The number of open invitations that the user sent.'),
      shownTokens: count("The number of service accounts' tokens with a secret that the user was shown."),
      trustRules: count('The number of trust rules that the user created.'),
    }),
    component(personReportSchema.shape.tokens.def.element, 'UserReportToken', 'An active token of the user.'),
    component(personReportSchema.shape.identities.def.element, 'UserReportIdentity', 'A way to sign in.', {
      subject,
    }),
    component(workspaceReportSchema, 'WorkspaceReport', 'What staff see about a workspace.', {
      tokens: text('The active API tokens, at most 200.'),
    }),
    component(workspaceReportSchema.shape.webhooks.def.element, 'WorkspaceReportWebhook', 'A webhook of the workspace.', {
      disabledAt: webhookDisabledAt,
    }),
    component(searchResultSchema, 'SearchResult', 'The results of a search by staff, at most 20 of each kind.'),
    component(searchResultSchema.shape.tokens.def.element, 'FoundToken', 'A token that a search found.'),
    component(workspaceOwnerSchema, 'WorkspaceOwner', 'The owner of a workspace.'),
  ],
})
