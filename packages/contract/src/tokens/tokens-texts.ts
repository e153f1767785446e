import { component, count, date, text } from '../field-text.ts'
import { texts } from '../texts.ts'
import { authTokenSchema, ownAuthTokenSchema, rotationSchema, tokenClaimsSchema, tokenRefusalSchema, tokenSecretSchema } from './token-schemas.ts'
import { tokens } from './tokens.ts'

const tokenUserId = text("The user that the token acts for. For a service account's token, the owner of the workspace.", '01JBW5Z8GQ4T7R0M3E6K9N2P5S')

const tokenName = text('The name: 1 to 100 characters.', 'Nightly deploy')

const secret = text('The secret value of the token. Only this response contains it.', 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln')

export const tokensTexts = texts<typeof tokens>({
  fields: {
    revokedAt: date('When it was revoked. Missing if it was not revoked.'),
    tokenId: text('The id of the API token.', '01JBW6AV7P3Q9R5S1T7V2W8X4Y'),
    authToken: text('The API token, without its secret.'),
    authTokens: text('The API tokens, without their secrets.'),
    maxLifetimeMs: count('The longest lifetime of a new token, in milliseconds.', 63_115_200_000),
    expiration: text('How long the token is valid: a number and a unit, at least one minute. Units are `m`, `h`, `d`, `w` and `y`.', '90d'),
    secrets: text('The secrets of the token, newest first, without their values.'),
    retiresAt: date('When this secret stops working because a newer one replaced it. Null for the newest secret.', '2026-11-03T09:30:00.000Z'),
    pausedUntil: date('When the current pause ends. Null if the token is not paused.', '2026-11-02T10:30:00.000Z'),
    for: text('How long the token is refused.', '1h'),
    refusals: text('The refused uses, newest first.'),
    call: text('The method and path of the refused call.', 'GET /whoami'),
  },
  components: [
    component(tokenClaimsSchema, 'TokenClaims', 'The claims that every secret of an API token has.', {
      version: text('The version of the claims.', '2'),
      sub: text('The user, or `service-account:` and the id of the service account.', '01JBW5Z8GQ4T7R0M3E6K9N2P5S'),
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
      permission: text('What the token may do. The default is `read`, or `manage` for the `si` CLI. Tokens of service accounts can only read.', 'manage'),
      serviceAccountId: text('The service account that the token acts for. If omitted, the token acts for the caller.', '01JBW6E2K8M4N0P6Q1R7S3T9V5'),
    }),
    component(tokens.rename.body, 'TokenName', 'The new name of an API token.', { name: tokenName }),
    component(tokens.create.success.body, 'CreatedToken', 'A created or rotated API token, with its secret.', {
      token: secret,
    }),
    component(rotationSchema, 'TokenRotation', 'How to rotate an API token.', {
      expiration: text('How long the new secret is valid. The default is the lifetime of the previous secret.', '90d'),
    }),
    component(tokenRefusalSchema, 'TokenRefusal', 'A use of an API token that was refused because the token was paused.'),
  ],
})
