import { queryTexts, text } from '../field-text.ts'
import { texts } from '../texts.ts'
import { signIn } from './sign-in.ts'

export const signInTexts = texts<typeof signIn>({
  fields: {
    signup: text('`1` opens the sign-up form instead of the sign-in form.', '1'),
    join: text('`1` makes a user sign in to the account that they said is theirs.', '1'),
    reauthenticate: text('`1` makes the user of the current session sign in again.', '1'),
    cli_redir: text("The port of a CLI on the user's computer that wants to sign in.", 9_003, {
      type: 'integer',
      minimum: 1_024,
      maximum: 65_535,
    }),
    session_state: text("The identity provider's session. Ignored.", '5f7c8ec7'),
    error: text('Why the identity provider refused the sign-in.', 'access_denied'),
    error_description: text('The reason as a sentence.', 'The user canceled the sign-in.'),
  },
  components: [
    queryTexts(signIn.callback.query, {
      code: text('The authorization code.', 'SplxlOBeZQQYbYS6WxSbIA'),
    }),
  ],
})
