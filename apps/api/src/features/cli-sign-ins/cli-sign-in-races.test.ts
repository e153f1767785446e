/** Approving a command-line tool while the approving session or its account ends. */
import { sessions } from '@portal/contract/sessions/sessions'
import { staffAccounts } from '@portal/contract/staff/accounts/accounts'
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { hashOf, newSecret } from '../../crypto/secrets.ts'
import type { Orm } from '../../db/database.ts'
import type { Caller } from '../../guard/caller.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSession } from '../../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { waitForLock } from '../../testing/wait-for-lock.ts'
import { users } from '../account/user-table.ts'
import { insertDeviceCode } from '../oauth/authorization-store.ts'
import { sessions as sessionRows } from '../sessions/session-table.ts'
import { approveLocalSignIn, approveSignIn } from './cli-sign-in-routes.ts'

const test = useTestApp()
const userCode = 'BCDFGHJK'

let me: SignedIn
let caller: Caller
beforeEach(async () => {
  me = await makeSignedIn(test)
  caller = {
    kind: 'session',
    person: me.user,
    sessionId: me.sessionId,
    subject: me.user.auth0Id ?? '',
    authenticatedAt: new Date(),
  }
  await insertDeviceCode(test.database.orm, {
    codeHash: hashOf(newSecret()),
    userCode,
    clientId: 'portal-cli',
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 600_000),
  })
})

const openTools = () =>
  test.database.orm
    .select({ id: sessionRows.id })
    .from(sessionRows)
    .where(and(isNotNull(sessionRows.clientId), isNull(sessionRows.endedAt)))

const approvals = {
  'a device code': () => approveSignIn(test.services, caller, userCode),
  'the si CLI': () => approveLocalSignIn(test.services, caller, '127.0.0.1'),
}
const endings: Record<string, (db: Orm) => Promise<unknown>> = {
  'the session has ended': (db) => db.update(sessionRows).set({ endedAt: new Date() }),
  'the account is deleted': (db) => db.update(users).set({ deletedAt: new Date() }),
  'the account is quarantined': (db) => db.update(users).set({ quarantinedAt: new Date() }),
  'the account is suspended': (db) => db.update(users).set({ suspendedAt: new Date() }),
}

describe.each(Object.entries(approvals))('Approving %s', (_, approve) => {
  it.each(Object.entries(endings))('is refused when %s since the guard checked it', async (_ending, end) => {
    await end(test.database.orm)
    await expect(approve()).rejects.toMatchObject({ type: 'SessionEnded' })
    expect(await openTools()).toEqual([])
  })

  it('waits for a transaction that ends all sessions, and is then refused', async () => {
    const { promise: approval, resolve: keep } = Promise.withResolvers<unknown>()
    await test.database.transaction(async (tx) => {
      await tx.execute(sql`select 1 from users where id = ${me.user.id} for no key update`)
      await tx.update(sessionRows).set({ endedAt: new Date() })
      keep(approve().catch((error: unknown) => error))
    })
    expect(await approval).toMatchObject({ type: 'SessionEnded' })
    expect(await openTools()).toEqual([])
  })
})

describe('A tool that is being approved', () => {
  /** Holds the transaction of an approval open until `end` waits for it. */
  async function approveDuring(end: () => Promise<{ status: number }>): Promise<void> {
    const { promise: isApproved, resolve: approved } = Promise.withResolvers<void>()
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
    const database = {
      ...test.database,
      transaction: <T>(work: (tx: Orm) => Promise<T>) =>
        test.database.transaction(async (tx) => {
          const result = await work(tx)
          approved()
          await mayCommit
          return result
        }),
    }
    const approval = approveSignIn({ ...test.services, database }, caller, userCode)
    await isApproved
    const ending = end()
    await waitForLock(test.database)
    commit()
    await approval
    expect((await ending).status).toBeLessThan(300)
  }

  it('is signed out with all other sessions', async () => {
    const { token: session } = await makeSession(test.database, me.user)
    await approveDuring(() => test.send(sessions.endOthers, { params: { userId: me.user.id } }, { session }))
    expect(await openTools()).toEqual([])
  })

  it.each([
    ['staff end all sessions', staffAccounts.endSessions, { reason: 'Stolen' }],
    ['staff suspend the account', staffPauses.setUserSuspension, { isSuspended: true, reason: 'Stolen' }],
  ] as const)('is signed out when %s', async (_, call, body) => {
    const staff = await makeSignedIn(test, { email: `staff-${Date.now()}@systeminit.com` })
    const input = { params: { userId: me.user.id }, body }
    await approveDuring(() => test.send(call, input as never, { session: staff.session }))
    expect(await openTools()).toEqual([])
    expect(
      await test.database.orm.select().from(sessionRows).where(eq(sessionRows.userId, me.user.id)),
    ).toHaveLength(2)
  })
})
