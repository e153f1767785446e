/** The texts of fields that several nouns have, and of errors. A name means the same everywhere, unless a component has its own text for it. */
import {
  accountChoiceSchema,
  errorBodySchema,
  issueSchema,
  oauthErrorBodySchema,
  plainErrorBodySchema,
} from './errors.ts'
import { component, count, date, email, type FieldTexts, text, url } from './field-text.ts'
import { listPageMaxSize } from './limits.ts'

const api = 'https://auth.example.com'
const token = 'eyJhbGciOiJFUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiIwMUpCVzUifQ.c2lnbmF0dXJl'

export const sharedFields = {
  user: text('The user.'),
  userId: text('The id of the user.', '01JBW5Z8GQ4T7R0M3E6K9N2P5S'),
  email: email("The user's email address."),
  emailVerified: text('Whether the user has verified the email address.', true),
  firstName: text("The user's first name.", 'Ada'),
  lastName: text("The user's last name.", 'Lovelace'),
  nickname: text("The user's nickname.", 'ada'),
  pictureUrl: text(
    "The URL of the user's picture. A URL that was saved a long time ago can be without its scheme.",
    'https://pictures.example.com/ada.png',
  ),
  githubUsername: text("The user's name on GitHub.", 'ada-lovelace'),
  discordUsername: text("The user's name on Discord.", 'ada.lovelace'),
  auth0Id: text('The id of the sign-in at the identity provider.', 'auth0|5f7c8ec7c33c6c004bbafe82'),
  auth0Details: text('Always null. Kept for existing clients.'),
  quarantinedAt: date('When it was quarantined. Null if it is not quarantined.'),
  suspendedAt: date('When the account was suspended. Null if it is not suspended.'),
  quarantineReason: text(
    'The reason that staff gave for the quarantine. Null if there is no reason or no quarantine.',
    'We saw sign-ins from an unusual place. Reply to our email to continue.',
  ),
  suspensionReason: text(
    'The reason that staff gave for the suspension. Null if there is no reason or no suspension.',
    'The last invoice is unpaid.',
  ),
  isStaff: text('Whether the user is staff. Always false for an instance or API token.', false),
  needsTosUpdate: text('Whether the user must accept the terms in force before making changes.', false),
  agreedTosVersionId: text(
    'The newest version of the terms that the user accepted. Null if none was accepted.',
    '2024-09-25',
  ),
  agreedTosVersion: text(
    'The same as `agreedTosVersionId`, for clients that need text. Empty if none was accepted.',
    '2024-09-25',
  ),
  onboardingDetails: text('Which setup steps the user has completed.'),
  reviewedProfile: date('When the user completed the profile. Null until then.'),
  signupAt: date('When the user signed up. Null for an invitee.', '2026-10-01T08:00:00.000Z'),
  isEmailVerified: text('Whether the identity provider has verified the email address.', true),
  lastSignInAt: date('When it was last used to sign in.'),
  kind: text('`api` for an API token, `instance` for an instance session.', 'api'),
  invitations: text('Open invitations that the user sent.'),
  shownTokens: text('Active tokens of service accounts whose secret the user was shown.'),
  keepsInvitations: text(
    'Whether the open invitations that the user sent stay open. Without it they are withdrawn.',
    false,
  ),
  workspace: text('The workspace.'),
  workspaces: text('The workspaces.'),
  workspaceId: text('The id of the workspace.', '01JBW5ZX6T0N5C8D1F4G7H9J2K'),
  workspaceName: text('The display name of the workspace.', 'Staging'),
  displayName: text('The name of the workspace.', 'Staging'),
  instanceUrl: url(
    "The URL of the workspace's instance: the managed one, one on localhost, or any other.",
    'https://staging.example.com',
  ),
  instanceEnvType: text(
    'Derived from the instance URL: `SI` for the managed instance, `LOCAL` for localhost, `PRIVATE` for any other.',
    'PRIVATE',
  ),
  isDefault: text("Whether it is its creator's default workspace.", false),
  approvalsEnabled: text('Whether changes in the workspace need approval.', true),
  role: text('The role in the workspace. `EDITOR` is shown as Collaborator.', 'OWNER'),
  creatorUserId: text('The id of the owner.', '01JBW5Z8GQ4T7R0M3E6K9N2P5S'),
  memberCount: count('The number of active members, including the owner.'),
  invitationId: text('The id of the invitation.', '01JBW65H3R9S5T1V7W2X8Y4Z0C'),
  sentAt: date('When the invitation was last sent.'),
  subject: text(
    'What changed, such as a name or an email address. Null if the event needs no detail.',
    'Nightly deploy',
  ),
  at: date('When it happened.'),
  id: text('The id.', '01JBW6AV7P3Q9R5S1T7V2W8X4Y'),
  name: text('The name.', 'Nightly deploy'),
  createdAt: date('When it was created.'),
  createdBy: text('Who created it.'),
  expiresAt: date('When it expires.', '2026-12-02T09:30:00.000Z'),
  lastUsedAt: date('When it was last used, to the minute. Null if it was never used.'),
  lastUsedIp: text('The IP address of the last use. Null if it was never used.', '192.0.2.10'),
  ipAddress: text('The IP address of the request. Null if it was not recorded.', '192.0.2.10'),
  userAgent: text('How the program described itself. Not verified.', 'curl/8.11.0'),
  token: text('The token. It is a secret, so store it safely.', token),
  tokens: text('The tokens.'),
  permission: text(
    'What the API token may do: `read` its workspace, or also `manage` it as far as its user may.',
    'read',
  ),
  serviceAccount: text('The service account that acts. Null or missing if a user acts.'),
  serviceAccountId: text('The id of the service account.', '01JBW6E2K8M4N0P6Q1R7S3T9V5'),
  trustRule: text('The trust rule.'),
  endedCount: count('The number of ended sessions.'),
  limit: text('The number of rows on the page.', 100, {
    type: 'integer',
    minimum: 1,
    maximum: listPageMaxSize,
  }),
  after: text(
    'The opaque cursor of the previous page. Use the URL in the `Link` header instead of setting it yourself.',
    'c.Zm9vYmFyYmF6cXV4',
  ),
  iss: text('The issuer.', api),
  activeSubscription: text('The active subscription. Null if there is none.'),
  planCode: text('The plan: `si_internal`, `trial`, `free` or `monthly`.', 'monthly'),
  isTrial: text('Whether the subscription is a trial.', false),
  endingAt: date('When the subscription ends. Null if it continues.', '2026-12-02T09:30:00.000Z'),
  exceededFreeTier: text('Whether usage exceeds the free tier.', false),
  paymentDetailsSet: text('Whether a payment method is on file.', true),
  unpaidSince: date('When the oldest unpaid invoice became due. Null if everything is paid.'),
  count: count('The number of attempts or signups.', 12),
  reason: text('The reason. The user can read it.', 'Unusual sign-ins on 2 November.'),
  byEmail: email(
    'The address of the staff member. Null if the account was paused automatically.',
    'sam@example.com',
  ),
  until: date('When the pause ends automatically. Null if staff must end it.', '2026-12-02T09:30:00.000Z'),
  token_type: text('How to send the token. Always `Bearer`.', 'Bearer'),
  trustRules: text('The trust rules, oldest first.'),
  issuer: url('The issuer of the identity token.', 'https://token.actions.githubusercontent.com'),
  audience: text('The audience that the identity token must have.', 'https://auth.example.com'),
  claims: text('The claims of the token.'),
  act: text('What was done.', 'token.rotated'),
  search: text('Returns only rows that contain this text, ignoring case.', 'nightly'),
  state: text('The `state` that the sign-in started with.', 'af0ifjsldkj'),
  description: text('What it is used for.', 'Deploys the shop every night'),
  deletedAt: date('When it was deleted. Null if it is not deleted.'),
  people: text('The accounts that match, at most 20.'),
  total: text('The amount in the smallest unit of the currency, such as cents.', 4_900, { type: 'integer' }),
  clientName: text("The command-line tool's name. Null for other sessions.", 'Portal CLI'),
  version: text('The version of the service.', '0.1.0'),
  status: text('The state.', 'ok'),
  invitation: text('The invitation. Null for a member.'),
  serviceAccounts: text('The service accounts, by name.'),
  sub: text(
    'The id of the user, or `service-account:` and the id of the service account.',
    '01JBW5Z8GQ4T7R0M3E6K9N2P5S',
  ),
  code: text('The one-time code.', 'Yk3v9ZrT1xQ7mC5bN8wL2hJ6'),
  leftBehind: text('What the user leaves behind in each workspace that remains.'),
} satisfies FieldTexts

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

export const errorComponents = [
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
