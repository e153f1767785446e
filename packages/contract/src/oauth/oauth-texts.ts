import { component, count, text, url } from '../field-text.ts'
import { texts } from '../texts.ts'
import { oauth } from './oauth.ts'

const token = 'eyJhbGciOiJFUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiIwMUpCVzUifQ.c2lnbmF0dXJl'

const api = 'https://auth.example.com'

export const oauthTexts = texts<typeof oauth>({
  fields: {
    client_id: text('The id of the client: `portal-cli`, or the id of a service account.', 'portal-cli'),
    scope: text('Ignored. A session has all rights of its user.', 'openid'),
    grant_type: text(
      'Which token to issue: `urn:ietf:params:oauth:grant-type:device_code`, `refresh_token` or `urn:ietf:params:oauth:grant-type:token-exchange`.',
      'urn:ietf:params:oauth:grant-type:device_code',
    ),
    device_code: text('The code with which the device asks for its tokens.', 'GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNh'),
    user_code: text('The code that the user enters on the portal.', 'BCDF-GHJK'),
    verification_uri: url('The page on which the user enters the code.', 'https://portal.example.com/device'),
    verification_uri_complete: url('The same page with the code filled in.', 'https://portal.example.com/device?user_code=BCDF-GHJK'),
    expires_in: count('Seconds until it expires.', 3_600),
    interval: count('The number of seconds to wait between two requests.', 5),
    refresh_token: text('The refresh token, which works once.', 'tGzv3JOkF0XG5Qx2TlKWIAtGzv3JOkF0'),
    access_token: text('The token for the `Authorization` header.', token),
    token_type_hint: text('Ignored. The server recognizes each kind of token.', 'refresh_token'),
    issued_token_type: text('The kind of token that was issued. Only for a token exchange.', 'urn:ietf:params:oauth:token-type:jwt'),
    subject_token: text('The identity token of the pipeline.', token),
    subject_token_type: text(
      'The kind of `subject_token`: `urn:ietf:params:oauth:token-type:id_token` or `urn:ietf:params:oauth:token-type:jwt`.',
      'urn:ietf:params:oauth:token-type:id_token',
    ),
    requested_token_type: text('The kind of token to issue. Only `urn:ietf:params:oauth:token-type:jwt` is available.', 'urn:ietf:params:oauth:token-type:jwt'),
    token_endpoint: url('The URL of `oauth.token`.', `${api}/oauth/token`),
    device_authorization_endpoint: url('The URL of `oauth.authorizeDevice`.', `${api}/oauth/device_authorization`),
    revocation_endpoint: url('The URL of `oauth.revoke`.', `${api}/oauth/revoke`),
    introspection_endpoint: url('The URL of `handoff.introspect`.', `${api}/auth/introspect`),
    jwks_uri: url('The URL of the public keys.', `${api}/.well-known/jwks.json`),
    response_types_supported: text('Always empty, because users sign in on the portal.', []),
    grant_types_supported: text('The supported values of `grant_type`.', ['refresh_token']),
    token_endpoint_auth_methods_supported: text('How clients identify themselves to `oauth.token`.', ['none']),
    revocation_endpoint_auth_methods_supported: text('How clients identify themselves to `oauth.revoke`.', ['none']),
    service_documentation: url('The URL of the API reference.', `${api}/docs`),
  },
  components: [
    component(oauth.metadata.success.body, 'AuthorizationServerMetadata', 'The metadata of the OAuth server (RFC 8414).', {
      issuer: text('The URL of the API.', 'https://auth.example.com', { format: 'uri' }),
    }),
    component(oauth.token.body, 'TokenRequest', 'A token request. `grant_type` determines which fields are required.', {
      audience: text('Ignored. The token is for this API.', 'https://auth.example.com'),
    }),
    component(oauth.token.success.body, 'TokenResponse', 'The issued tokens.'),
    component(oauth.revoke.body, 'RevocationRequest', 'The token to revoke.', {
      token: text('A refresh token or an access token.', 'tGzv3JOkF0XG5Qx2TlKWIAtGzv3JOkF0'),
    }),
    component(oauth.authorizeDevice.success.body, 'DeviceAuthorization', 'The codes with which a device signs in.'),
  ],
})
