import { account, userSchema } from '../account/account.ts'
import { accountJoinSchema, accountJoins } from '../account-joins/account-joins.ts'
import {
  accountChoiceSchema,
  errorBodySchema,
  issueSchema,
  oauthErrorBodySchema,
  plainErrorBodySchema,
} from '../errors.ts'
import { myData } from '../my-data/my-data.ts'
import { ownershipOfferSchema } from '../ownership/ownership.ts'
import { serviceAccountRefSchema } from '../service-accounts/service-accounts.ts'
import { identitySchema, sessionSchema } from '../sessions/sessions.ts'
import { component } from './component.ts'
import { date, text } from './field-text.ts'

const clears = ' An empty string or null clears it.'
const errorType = text('The type of the error. Types never change, so programs can rely on them.', 'NotFound')
const message = text('A sentence that you can show to users.', 'This workspace does not exist.')
const errorTexts = {
  kind: errorType,
  message,
  requestId: text('The id of the request, which support asks for.', '01JBW6W4N0P6Q2R8S4T0V6W2X8'),
  issues: text('The invalid fields. Only for `ValidationError`.'),
  roles: text('The roles that may make the call. Only for `NotAllowed`.', ['OWNER', 'APPROVER']),
  choices: text('The accounts to choose from. Only for `Conflict` in staff calls.'),
  limit: text('The name of the exceeded limit. Only for `TooManyRequests`.', 'mailsToAddress'),
}

export const userComponents = [
  component(userSchema, 'User', "A user's account, as its owner sees it."),
  component(
    account.update.body,
    'ProfileChanges',
    'The fields of the profile to change. Omitted fields are not changed.',
    {
      email: text('The current email address. Any other address is refused.', 'ada@example.com', {
        format: 'idn-email',
      }),
      firstName: text(`The first name: at most 256 characters.${clears}`, 'Ada'),
      lastName: text(`The last name: at most 256 characters.${clears}`, 'Lovelace'),
      nickname: text('The nickname: 1 to 256 characters.', 'ada'),
      pictureUrl: text(
        `The URL of the picture, with \`http\` or \`https\`.${clears}`,
        'https://pictures.example.com/ada.png',
      ),
      discordUsername: text(`The name on Discord.${clears}`, 'ada.lovelace'),
      githubUsername: text(`The name on GitHub.${clears}`, 'ada-lovelace'),
    },
  ),
  component(accountJoinSchema, 'AccountJoin', "An account that may be the user's.", {
    email: text('The email address of the account and of the user.', 'ada@example.com'),
    people: text('The people whom the account invited, at most 1,000.'),
    workspaces: text('The workspaces that the account owns, at most 1,000.'),
  }),
  component(
    myData.deletionPreview.success.body.shape.leftBehind.def.element,
    'LeftBehind',
    'What a user leaves behind in one workspace.',
    {
      invitations: text('Open invitations that the user sent. They are withdrawn.'),
      shownTokens: text('Active tokens of service accounts whose secret the user was shown.'),
      trustRules: text('Trust rules that the user created.'),
      workspace: text('The workspace.'),
    },
  ),
  component(
    accountJoinSchema.shape.people.def.element,
    'AccountJoinPerson',
    'A person whom the account invited.',
  ),
  component(
    accountJoinSchema.shape.workspaces.def.element,
    'AccountJoinWorkspace',
    'A workspace that the account owns.',
  ),
  component(accountJoins.deny.body, 'AccountDenial', 'Which people stay in the workspaces of the account.'),
  component(
    sessionSchema,
    'Session',
    'A browser, instance or command-line tool where the user is signed in.',
    {
      kind: text(
        '`portal` is a browser, `instance` a workspace opened from it, and `cli` a command-line tool.',
        'portal',
      ),
      workspace: text('The workspace of an instance session. Null for other sessions.'),
      createdAt: date('When the user signed in.'),
    },
  ),
  component(identitySchema, 'Identity', 'A way to sign in to the account.', {
    subject: text("The identity provider's id of the user.", 'github|9919'),
    email: text('The email address that the identity provider reports.', 'ada@example.com', {
      format: 'idn-email',
    }),
    createdAt: date('When it was added.'),
    isCurrent: text('Whether the user signed in to the current session with it.', true),
  }),
  component(
    ownershipOfferSchema,
    'OwnershipOffer',
    'An offer to make another member the owner of a workspace.',
    { serviceAccounts: text("The workspace's service accounts, which act in the owner's name.") },
  ),
  component(
    ownershipOfferSchema.shape.serviceAccounts.def.element,
    'ActingServiceAccount',
    'A service account with its trust rules.',
    { trustRules: text('The trust rules of the service account.') },
  ),
  component(
    serviceAccountRefSchema,
    'ServiceAccountReference',
    'A service account, as other objects refer to it.',
  ),
  component(issueSchema, 'Issue', 'An invalid field.', {
    path: text('The path of the field, separated by dots.', 'displayName'),
    message: text('What is wrong with it.', 'This field is required'),
  }),
  component(accountChoiceSchema, 'AccountChoice', 'One of several accounts with the same email address.'),
  component(errorBodySchema, 'Error', 'The body of a refusal.', {
    ...errorTexts,
    error: text('The error with its details.'),
  }),
  component(errorBodySchema.shape.error, 'ErrorDetails', 'An error with its details.', {
    ...errorTexts,
    type: errorType,
  }),
  component(plainErrorBodySchema, 'PlainError', 'The body of a refused invitation.', {
    ...errorTexts,
    error: message,
    type: errorType,
  }),
  component(oauthErrorBodySchema, 'OAuthError', 'The body of an OAuth error (RFC 6749).', {
    ...errorTexts,
    error: text('The error code of RFC 6749 or RFC 8628.', 'invalid_grant'),
    error_description: message,
  }),
]
