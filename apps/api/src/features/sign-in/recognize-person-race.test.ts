/** Two first sign-ins of one identity at the same moment. Only PostgreSQL runs both in parallel. */
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { IdentityProfile } from '../../gateways/identity/identity.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeIdentity, makeUser } from '../../testing/factories.ts'
import { waitForLock } from '../../testing/wait-for-lock.ts'
import { users } from '../account/user-table.ts'
import { identities } from '../sessions/identity-table.ts'
import { recognizePerson } from './recognize-person-actions.ts'

const test = useTestApp()

const profile: IdentityProfile = {
  subject: 'auth0|new',
  email: 'new@example.com',
  isEmailVerified: false,
  firstName: null,
  lastName: null,
  nickname: null,
  pictureUrl: null,
}

it('a first sign-in leads to the account that another sign-in of the identity creates meanwhile', async () => {
  const { signIn, owner } = await test.database.transaction(async (tx) => {
    // The sign-in below reads that the identity is unknown, and then waits to insert its own account.
    await tx.execute(sql`lock table ${users} in share mode`)
    const signIn = recognizePerson(test.services, profile, new Date())
    await waitForLock(test.database)
    const db = { orm: tx }
    const owner = await makeUser(db, { email: profile.email, emailVerified: false, auth0Id: profile.subject })
    await makeIdentity(db, owner)
    // Returned in an object, because the transaction would wait for a promise.
    return { signIn, owner }
  })
  expect(await signIn).toMatchObject({ kind: 'signed-in', userId: owner.id })
  expect(await test.database.orm.select().from(users)).toHaveLength(1)
  expect(await test.database.orm.select().from(identities)).toMatchObject([{ userId: owner.id }])
})
