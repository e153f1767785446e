import type { Database } from '../../apps/api/src/db/database.ts'
import { makeSession, makeUser, type UserRow } from '../../apps/api/src/testing/factories.ts'

export interface Person {
  user: UserRow
  /** The value of the session cookie. */
  session: string
  sessionId: string
}

/** Creates a verified, signed-in user. */
export async function makePerson(
  database: Database,
  values: Parameters<typeof makeUser>[1] = {},
): Promise<Person> {
  const user = await makeUser(database, values)
  const { id, token } = await makeSession(database, user)
  return { user, session: token, sessionId: id }
}
