/** Creates a user with a portal session. */
import type { TestApp } from './build-test-app.ts'
import { makeIdentity, makeSession, makeUser, type UserRow } from './factories.ts'

export interface SignedIn {
  user: UserRow
  /** The value of the session cookie. */
  session: string
  sessionId: string
}

/** The user is verified, has accepted the terms and reviewed the profile, unless `values` override it. */
export async function makeSignedIn(
  test: TestApp,
  values: Parameters<typeof makeUser>[1] = {},
  session: Parameters<typeof makeSession>[2] = {},
): Promise<SignedIn> {
  const user = await makeUser(test.database, values)
  await makeIdentity(test.database, user)
  const { id, token } = await makeSession(test.database, user, session)
  return { user, session: token, sessionId: id }
}
