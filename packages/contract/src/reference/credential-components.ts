import { cliSignInSchema, cliSignIns } from '../cli-sign-ins/cli-sign-ins.ts'
import {
  handoff,
  handoffUserSchema,
  handoffWorkspaceSchema,
  introspectionSchema,
} from '../handoff/handoff.ts'
import { oauth } from '../oauth/oauth.ts'
import { service } from '../service/service.ts'
import {
  newServiceAccountSchema,
  serviceAccountSaveSchema,
  serviceAccountSchema,
} from '../service-accounts/service-accounts.ts'
import { signIn } from '../sign-in/sign-in.ts'
import {
  authTokenSchema,
  ownAuthTokenSchema,
  rotationSchema,
  tokenClaimsSchema,
  tokenRefusalSchema,
  tokenSecretSchema,
  tokens,
} from '../tokens/tokens.ts'
import {
  claimProblemSchema,
  exchangeCountSchema,
  exchangeSchema,
  newTrustRuleSchema,
  trustRuleSchema,
} from '../trust-rules/trust-rules.ts'
import { component, queryTexts } from './component.ts'
import { date, text } from './field-text.ts'

const serviceAccountName = text('The name: 1 to 100 characters, unique in the workspace.', 'Nightly deploy')
const serviceAccountDescription = text(
  'What it is for: at most 500 characters.',
  'Deploys the shop every night',
)
const tokenUserId = text(
  "The user that the token acts for. For a service account's token, the owner of the workspace.",
  '01JBW5Z8GQ4T7R0M3E6K9N2P5S',
)
const tokenName = text('The name: 1 to 100 characters.', 'Nightly deploy')
const secret = text(
  'The secret value of the token. Only this response contains it.',
  'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
)

export const credentialComponents = [
  component(tokenClaimsSchema, 'TokenClaims', 'The claims that every secret of an API token has.', {
    version: text('The version of the claims.', '2'),
    sub: text(
      'The user, or `service-account:` and the id of the service account.',
      '01JBW5Z8GQ4T7R0M3E6K9N2P5S',
    ),
    role: text('Always `automation`.', 'automation'),
    userId: tokenUserId,
  }),
  component(authTokenSchema, 'AuthToken', 'An API token, without its secret.', {
    claims: text('The claims that every secret of the token has.'),
    userId: tokenUserId,
    expiresAt: date('When the newest secret expires.', '2027-02-01T09:30:00.000Z'),
  }),
  component(ownAuthTokenSchema, 'OwnAuthToken', "One of the caller's API tokens, with its workspace.", {
    claims: text('The claims that every secret of the token has.'),
    userId: tokenUserId,
    expiresAt: date('When the newest secret expires.', '2027-02-01T09:30:00.000Z'),
  }),
  component(ownAuthTokenSchema.shape.workspace, 'TokenWorkspace', 'The workspace of an API token.'),
  component(tokenSecretSchema, 'TokenSecret', 'One secret of an API token, without its value.'),
  component(tokens.create.body, 'NewToken', 'An API token to create.', {
    name: tokenName,
    expiration: text('How long the token is valid, such as `90d`. The default is 30 days.', '90d'),
    permission: text(
      'What the token may do. The default is `read`, or `manage` for the `si` CLI. Tokens of service accounts can only read.',
      'manage',
    ),
    serviceAccountId: text(
      'The service account that the token acts for. If omitted, the token acts for the caller.',
      '01JBW6E2K8M4N0P6Q1R7S3T9V5',
    ),
  }),
  component(tokens.rename.body, 'TokenName', 'The new name of an API token.', { name: tokenName }),
  component(tokens.create.success.body, 'CreatedToken', 'A created or rotated API token, with its secret.', {
    token: secret,
  }),
  component(rotationSchema, 'TokenRotation', 'How to rotate an API token.', {
    expiration: text(
      'How long the new secret is valid. The default is the lifetime of the previous secret.',
      '90d',
    ),
  }),
  component(
    tokenRefusalSchema,
    'TokenRefusal',
    'A use of an API token that was refused because the token was paused.',
  ),
  component(
    serviceAccountSchema,
    'ServiceAccount',
    'An identity for automation that belongs to a workspace.',
    {
      name: serviceAccountName,
      description: serviceAccountDescription,
    },
  ),
  component(newServiceAccountSchema, 'NewServiceAccount', 'A service account to create.', {
    name: serviceAccountName,
    description: serviceAccountDescription,
  }),
  component(
    serviceAccountSaveSchema,
    'ServiceAccountChanges',
    'The fields to change. Omitted fields are not changed.',
    {
      name: serviceAccountName,
      description: serviceAccountDescription,
    },
  ),
  component(
    trustRuleSchema,
    'TrustRule',
    'A rule that allows certain pipelines to act as a service account.',
    {
      claims: text(
        'The claims that the identity token must have. A list matches any of its values. Empty while learning.',
        {
          repository_id: '702461883',
          environment: ['staging', 'production'],
        },
      ),
    },
  ),
  component(newTrustRuleSchema, 'NewTrustRule', 'A trust rule to create.', {
    name: text('The name: 1 to 100 characters.', 'Deploys of the shop'),
    claims: text(
      'The claims that the identity token must have, at most 20. A list matches any of its values. Required unless the rule is learning.',
      { repository_id: '702461883', repository_owner_id: '9919', environment: ['staging', 'production'] },
    ),
    lifetime: text('The lifetime of the issued tokens, in minutes. The default is 15.', 15),
  }),
  component(exchangeSchema, 'Exchange', 'An attempt to exchange an identity token.', {
    trustRule: text('The rule that was applied, or the closest one. Null if there is none.'),
    claims: text('The claims of the identity token.', { repository_id: '702461883', environment: 'staging' }),
    count: text(
      'How many attempts were made with the same token. The other fields describe the last one.',
      1,
    ),
  }),
  component(claimProblemSchema, 'ClaimProblem', 'A claim that differs from what the rule expects.'),
  component(exchangeCountSchema, 'ExchangeCount', 'A number of attempts that are counted but not listed.', {
    reason: text('Why the attempts were refused.', 'badSignature'),
  }),
  component(cliSignInSchema, 'CliSignIn', 'A command-line tool that asks to sign in.', {
    clientName: text('The name of the tool.', 'Portal CLI'),
    device: text(
      'The program and system that the tool reports, if they are known. Never the text that it sends. Not verified.',
      'Portal CLI on Linux',
    ),
  }),
  component(cliSignIns.redeem.success.body, 'CliToken', 'The token of the `si` CLI.'),
  component(handoffUserSchema, 'InstanceUser', "A user, as the workspace's instance sees them.", {
    nickname: text('The nickname, or the part of the email address before the `@`.', 'ada'),
  }),
  component(handoffWorkspaceSchema, 'InstanceWorkspace', 'A workspace, as its instance sees it.', {
    token: text("The workspace's secret. Only its instance receives it.", '01JBW6Y1Z7A3B9C5D1F7G3H9J5'),
  }),
  component(handoff.completeAuthConnect.body, 'HandoffCode', 'The code of a hand-off.', {
    code: text('The one-time code that the browser delivered to the instance.', 'Yk3v9ZrT1xQ7mC5bN8wL2hJ6'),
  }),
  component(handoff.introspect.body, 'TokenToCheck', 'The token to check.', {
    token: text('An instance token or an API token.', secret.example),
  }),
  component(introspectionSchema, 'Introspection', 'The state of a token (RFC 7662).', {
    token_type: text('The kind of token: always `Bearer`.', 'Bearer'),
    role: text('`web` for an instance token, `automation` for an API token.', 'automation'),
  }),
  component(
    oauth.metadata.success.body,
    'AuthorizationServerMetadata',
    'The metadata of the OAuth server (RFC 8414).',
    {
      issuer: text('The URL of the API.', 'https://auth.example.com', { format: 'uri' }),
    },
  ),
  component(
    oauth.token.body,
    'TokenRequest',
    'A token request. `grant_type` determines which fields are required.',
    {
      audience: text('Ignored. The token is for this API.', 'https://auth.example.com'),
    },
  ),
  component(oauth.token.success.body, 'TokenResponse', 'The issued tokens.'),
  component(oauth.revoke.body, 'RevocationRequest', 'The token to revoke.', {
    token: text('A refresh token or an access token.', 'tGzv3JOkF0XG5Qx2TlKWIAtGzv3JOkF0'),
  }),
  component(
    oauth.authorizeDevice.success.body,
    'DeviceAuthorization',
    'The codes with which a device signs in.',
  ),
  queryTexts(signIn.callback.query, {
    code: text('The authorization code.', 'SplxlOBeZQQYbYS6WxSbIA'),
  }),
  component(service.root.success.body, 'Service', 'The service.', {
    name: text('The name of the service.', 'System Initiative auth API'),
  }),
  component(service.live.success.body, 'Health', 'The state of a process.'),
]
