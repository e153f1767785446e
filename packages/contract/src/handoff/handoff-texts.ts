import { component, count, text, url } from '../field-text.ts'
import { texts } from '../texts.ts'
import { handoff, handoffUserSchema, handoffWorkspaceSchema, introspectionSchema } from './handoff.ts'

const api = 'https://auth.example.com'

const secret = text('The secret value of the token. Only this response contains it.', 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln')

export const handoffTexts = texts<typeof handoff>({
  fields: {
    active: text('Whether the token is valid. If not, all other fields are missing.', true),
    exp: count('When the token expires, in seconds since 1970.', 1_793_600_000),
    iat: count('When the token was issued, in seconds since 1970.', 1_793_596_400),
    aud: url('The audience of the token.', api),
    jti: text('The id of the token.', '01JBW6AV7P3Q9R5S1T7V2W8X4Y'),
  },
  components: [
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
  ],
})
