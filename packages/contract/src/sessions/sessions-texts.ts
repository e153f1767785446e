import { component, date, text } from '../field-text.ts'
import { texts } from '../texts.ts'
import { identitySchema, sessionSchema, type sessions } from './sessions.ts'

export const sessionsTexts = texts<typeof sessions>({
  fields: {
    isCurrent: text('Whether this request uses it.', true),
    isWaiting: text('Whether the user must approve this way to sign in before it works.', false),
    provider: text('The identity provider: the part of `subject` before the `|`.', 'github'),
    lastSeenAt: date('When it was last used. Null if it was never used.'),
    sessionId: text('The id of the session.', '01JBW6M3S9T5V1W7X2Y8Z4A0B6'),
  },
  components: [
    component(sessionSchema, 'Session', 'A browser, instance or command-line tool where the user is signed in.', {
      kind: text('`portal` is a browser, `instance` a workspace opened from it, and `cli` a command-line tool.', 'portal'),
      workspace: text('The workspace of an instance session. Null for other sessions.'),
      createdAt: date('When the user signed in.'),
    }),
    component(identitySchema, 'Identity', 'A way to sign in to the account.', {
      subject: text("The identity provider's id of the user.", 'github|9919'),
      email: text('The email address that the identity provider reports.', 'ada@example.com', {
        format: 'idn-email',
      }),
      createdAt: date('When it was added.'),
      isCurrent: text('Whether the user signed in to the current session with it.', true),
    }),
  ],
})
