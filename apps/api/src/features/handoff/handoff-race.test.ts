/** One-time codes with several server processes, and while what they depend on ends. Only PostgreSQL runs these in parallel. */
import { handoff } from '@portal/contract/handoff/handoff'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import type { Database, Orm } from '../../db/database.ts'
import { openDatabase } from '../../db/open-database.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeIdentity, makeSession, makeUser, makeWorkspace } from '../../testing/factories.ts'
import { makeTeam, type Team } from '../../testing/make-team.ts'
import { makePostgresDatabase, testLimits } from '../../testing/open-test-database.ts'
import { waitForLock } from '../../testing/wait-for-lock.ts'
import { users } from '../account/user-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { endSession } from '../sessions/session-actions.ts'
import { authTokens } from '../tokens/token-table.ts'
import { lockWorkspace } from '../workspaces/workspace-lock-store.ts'

const test = useTestApp()

describe('Two servers sharing one database', () => {
  let databases: Database[] = []
  let apps: FastifyInstance[] = []

  beforeEach(async () => {
    const databaseUrl = await makePostgresDatabase()
    const open = () => openDatabase({ databaseUrl, ...testLimits })
    databases = [await open(), await open()]
    apps = await Promise.all(databases.map((database) => buildApp({ ...test.services, database })))
  })
  afterEach(async () => {
    await Promise.all(apps.map((app) => app.close()))
    await Promise.all(databases.map((database) => database.close()))
  })

  /** Fifty concurrent attempts, alternating between the servers. */
  const fifty = <T>(attempt: (app: FastifyInstance) => Promise<T>) =>
    Promise.all(Array.from({ length: 50 }, (_, at) => attempt(at % 2 === 0 ? first() : (apps[1] ?? first()))))

  function first(): FastifyInstance {
    const [app] = apps
    if (!app) throw new Error('There is no server')
    return app
  }

  function database(): Database {
    const [one] = databases
    if (!one) throw new Error('There is no database')
    return one
  }

  it('redeem a hand-off code exactly once in fifty attempts', async () => {
    const user = await makeUser(database())
    const session = await makeSession(database(), user)
    const workspace = await makeWorkspace(database(), user)
    for (let round = 0; round < 3; round += 1) {
      const headers = { cookie: `portal_session=${session.token}` }
      const go = await first().inject({ url: `/workspaces/${workspace.id}/go`, headers })
      const code = new URL(String(go.headers.location)).searchParams.get('code') ?? ''
      const replies = await fifty((app) =>
        app.inject({ method: 'POST', url: '/complete-auth-connect', payload: { code } }),
      )
      const statuses = replies.map(({ statusCode }) => statusCode).sort()
      expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 409)])
      expect(await database().orm.select().from(authTokens)).toHaveLength(round + 1)
    }
  })

  it('redeem a sign-in state exactly once in fifty attempts', async () => {
    const user = await makeUser(database())
    const { subject } = await makeIdentity(database(), user)
    test.identity.add({ subject, email: user.email })
    const login = await first().inject({ url: '/auth/login' })
    const state = new URL(String(login.headers.location)).searchParams.get('state') ?? ''
    const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const code = test.identity.issueCode(state, subject)
    const replies = await fifty((app) =>
      app.inject({ url: '/auth/login-callback', query: { state, code }, headers: { cookie } }),
    )
    const signedIn = replies.filter(({ cookies }) => cookies.some(({ name }) => name === 'portal_session'))
    expect(signedIn).toHaveLength(1)
  })

  it('both refuse a session immediately after it has ended', async () => {
    const user = await makeUser(database())
    const session = await makeSession(database(), user)
    const headers = { cookie: `portal_session=${session.token}` }
    const statuses = async () =>
      (await Promise.all(apps.map((app) => app.inject({ url: '/whoami', headers })))).map(
        ({ statusCode }) => statusCode,
      )
    expect(await statuses()).toEqual([200, 200])
    await first().inject({ url: '/auth/logout', headers })
    expect(await statuses()).toEqual([401, 401])
  })

  it('create one account for concurrent first sign-ins', async () => {
    test.identity.add({ subject: 'auth0|new', email: 'new@example.com' })
    const replies = await fifty(async (app) => {
      const login = await app.inject({ url: '/auth/login' })
      const state = new URL(String(login.headers.location)).searchParams.get('state') ?? ''
      const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      const code = test.identity.issueCode(state, 'auth0|new')
      return app.inject({ url: '/auth/login-callback', query: { state, code }, headers: { cookie } })
    })
    const where = new Set(replies.map(({ headers }) => headers.location))
    expect(where).toEqual(new Set(['http://localhost:9000/login-success']))
    expect(await database().orm.select().from(users)).toHaveLength(1)
  })
})

describe('A hand-off code that is being redeemed', () => {
  /** Opens a workspace as an editor, and redeems the code while `end` has not committed yet. */
  async function redeemDuring(end: (tx: Orm, team: Team) => Promise<unknown>) {
    const team = await makeTeam(test)
    const go = await test.app.inject({
      url: `/workspaces/${team.workspace.id}/go`,
      headers: { cookie: `portal_session=${team.editor.session}` },
    })
    const code = new URL(String(go.headers.location)).searchParams.get('code') ?? ''
    const { redeeming } = await test.database.transaction(async (tx) => {
      await end(tx, team)
      const redeeming = test.send(handoff.completeAuthConnect, { body: { code } })
      await waitForLock(test.database)
      // Returned in an object, because the transaction would wait for a promise.
      return { redeeming }
    })
    return redeeming
  }

  it('is refused when its session ends at the same moment', async () => {
    const reply = await redeemDuring((tx, { editor }) => endSession(tx, editor.sessionId, new Date()))
    expect(reply.errorType).toBe('Conflict')
  })

  it('yields no token that a concurrent removal of the member would not revoke', async () => {
    const reply = await redeemDuring(async (tx, { workspace, editor }) => {
      await lockWorkspace(tx, workspace.id)
      await tx.delete(workspaceMembers).where(eq(workspaceMembers.userId, editor.user.id))
    })
    expect(reply.errorType).toBe('NotFound')
  })
})
