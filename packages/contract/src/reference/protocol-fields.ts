import { count, type FieldTexts, text, url } from './field-text.ts'

const api = 'https://auth.example.com'
const token = 'eyJhbGciOiJFUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiIwMUpCVzUifQ.c2lnbmF0dXJl'

/** The fields of OAuth and of the calls that describe the service. */
export const protocolFields: FieldTexts = {
  systemStatus: text('Always `ok`.', 'ok'),
  version: text('The version of the service.', '0.1.0'),
  documentation: url('The URL of the API reference.', `${api}/docs`),
  status: text('The state.', 'ok'),
  signup: text('`1` opens the sign-up form instead of the sign-in form.', '1'),
  join: text('`1` makes a user sign in to the account that they said is theirs.', '1'),
  reauthenticate: text('`1` makes the user of the current session sign in again.', '1'),
  cli_redir: text("The port of a CLI on the user's computer that wants to sign in.", 9_003, {
    type: 'integer',
    minimum: 1_024,
    maximum: 65_535,
  }),
  state: text('The `state` that the sign-in started with.', 'af0ifjsldkj'),
  iss: text('The issuer.', api),
  session_state: text("The identity provider's session. Ignored.", '5f7c8ec7'),
  error: text('Why the identity provider refused the sign-in.', 'access_denied'),
  error_description: text('The reason as a sentence.', 'The user canceled the sign-in.'),
  client_id: text('The id of the client: `portal-cli`, or the id of a service account.', 'portal-cli'),
  scope: text('Ignored. A session has all rights of its user.', 'openid'),
  grant_type: text(
    'Which token to issue: `urn:ietf:params:oauth:grant-type:device_code`, `refresh_token` or `urn:ietf:params:oauth:grant-type:token-exchange`.',
    'urn:ietf:params:oauth:grant-type:device_code',
  ),
  device_code: text(
    'The code with which the device asks for its tokens.',
    'GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNh',
  ),
  user_code: text('The code that the user enters on the portal.', 'BCDF-GHJK'),
  verification_uri: url('The page on which the user enters the code.', 'https://portal.example.com/device'),
  verification_uri_complete: url(
    'The same page with the code filled in.',
    'https://portal.example.com/device?user_code=BCDF-GHJK',
  ),
  expires_in: count('Seconds until it expires.', 3_600),
  interval: count('The number of seconds to wait between two requests.', 5),
  refresh_token: text('The refresh token, which works once.', 'tGzv3JOkF0XG5Qx2TlKWIAtGzv3JOkF0'),
  access_token: text('The token for the `Authorization` header.', token),
  token_type: text('How to send the token. Always `Bearer`.', 'Bearer'),
  token_type_hint: text('Ignored. The server recognizes each kind of token.', 'refresh_token'),
  issued_token_type: text(
    'The kind of token that was issued. Only for a token exchange.',
    'urn:ietf:params:oauth:token-type:jwt',
  ),
  subject_token: text('The identity token of the pipeline.', token),
  subject_token_type: text(
    'The kind of `subject_token`: `urn:ietf:params:oauth:token-type:id_token` or `urn:ietf:params:oauth:token-type:jwt`.',
    'urn:ietf:params:oauth:token-type:id_token',
  ),
  requested_token_type: text(
    'The kind of token to issue. Only `urn:ietf:params:oauth:token-type:jwt` is available.',
    'urn:ietf:params:oauth:token-type:jwt',
  ),
  active: text('Whether the token is valid. If not, all other fields are missing.', true),
  sub: text(
    'The id of the user, or `service-account:` and the id of the service account.',
    '01JBW5Z8GQ4T7R0M3E6K9N2P5S',
  ),
  exp: count('When the token expires, in seconds since 1970.', 1_793_600_000),
  iat: count('When the token was issued, in seconds since 1970.', 1_793_596_400),
  aud: url('The audience of the token.', api),
  jti: text('The id of the token.', '01JBW6AV7P3Q9R5S1T7V2W8X4Y'),
  token_endpoint: url('The URL of `oauth.token`.', `${api}/oauth/token`),
  device_authorization_endpoint: url(
    'The URL of `oauth.authorizeDevice`.',
    `${api}/oauth/device_authorization`,
  ),
  revocation_endpoint: url('The URL of `oauth.revoke`.', `${api}/oauth/revoke`),
  introspection_endpoint: url('The URL of `handoff.introspect`.', `${api}/auth/introspect`),
  jwks_uri: url('The URL of the public keys.', `${api}/.well-known/jwks.json`),
  response_types_supported: text('Always empty, because users sign in on the portal.', []),
  grant_types_supported: text('The supported values of `grant_type`.', ['refresh_token']),
  token_endpoint_auth_methods_supported: text('How clients identify themselves to `oauth.token`.', ['none']),
  revocation_endpoint_auth_methods_supported: text('How clients identify themselves to `oauth.revoke`.', [
    'none',
  ]),
  service_documentation: url('The URL of the API reference.', `${api}/docs`),
}
