/** Two apps on one database, with the fast path and without, on PostgreSQL. */
import { account } from '@portal/contract/account'
import { calls } from '@portal/contract/calls'
import type { Endpoint } from '@portal/contract/endpoint'
import { members } from '@portal/contract/members'
import { workspaces } from '@portal/contract/workspaces'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { type As, TestApp, useTestApp } from '../../testing/build-test-app.ts'
import { addMember } from '../../testing/factories.ts'
import { type FederationScene, makeFederationScene } from '../../testing/federation-scene.ts'
import { issueToken } from '../../testing/issue-token.ts'
import { makeSignedIn } from '../../testing/make-signed-in.ts'
import { invite } from '../../testing/make-team.ts'
import { isOnPostgres } from '../../testing/open-test-database.ts'
import { openDatabase } from '../open-database.ts'

const test = useTestApp({ RATE_LIMIT_FACTOR: '10000' })
const plain = new TestApp()

async function buildPlainApp(): Promise<FastifyInstance> {
  const [row] = await test.database.orm
    .select({ name: sql<string>`current_database()` })
    .from(sql`(select 1) as one`)
  plain.config = { ...test.config, DATABASE_FAST_PATH: false }
  plain.database = await openDatabase({
    databaseUrl: inject('postgres').url + row?.name,
    dataDir: '/nowhere',
    statementLimitMs: 20_000,
    isFastPathEnabled: false,
  })
  return buildApp({ ...test.services, config: plain.config, database: plain.database })
}

/** Every read of a portal session that returns JSON. Staff reads are left out because each one is recorded. */
const reads = calls.filter(
  ({ method, access, success }) =>
    method === 'GET' &&
    access.credentials.includes('session') &&
    !access.staff &&
    ('body' in success || 'rows' in success),
)

interface Caller {
  as: As
  userId: string
}

async function makeCallers(): Promise<{
  callers: Record<string, Caller>
  params: FederationScene['params']
}> {
  const { team, params } = await makeFederationScene(test)
  await invite(test, team, 'bob@example.com')
  await invite(test, team, 'zoe@example.com', 'APPROVER')
  const stranger = await makeSignedIn(test)
  await makeTeamOf(stranger)
  const suspended = await makeSignedIn(test, { suspendedAt: new Date() })
  const quarantined = await makeSignedIn(test, { quarantinedAt: new Date() })
  for (const { user } of [suspended, quarantined]) await addMember(test.database, team.workspace, user)
  const ended = await makeSignedIn(test, {}, { endedAt: new Date() })
  const { token } = await issueToken(test, {
    userId: team.editor.user.id,
    workspaceId: team.workspace.id,
    kind: 'api',
  })
  const { owner, approver, editor } = team
  const people = { owner, approver, editor, stranger, suspended, quarantined, ended }
  const callers = Object.entries(people).map(([name, { session, user }]): [string, Caller] => [
    name,
    { as: { session }, userId: user.id },
  ])
  const bearer: Caller = { as: { bearer: token }, userId: editor.user.id }
  const forged: Caller = { as: { session: 'A'.repeat(43) }, userId: owner.user.id }
  return { callers: { ...Object.fromEntries(callers), bearer, forged }, params }
}

async function makeTeamOf({ session }: { session: string }): Promise<void> {
  const body = { displayName: 'Elsewhere', instanceUrl: 'http://localhost:8080' }
  await test.send(workspaces.create, { body }, { session })
}

async function answerOf(app: TestApp, call: Endpoint, caller: Caller, known: object, query: object) {
  const params = {
    ...known,
    userId: caller.userId,
    userCode: 'BCDF-GHJK',
    invitationId: 'none',
    tokenId: 'none',
    code: 'none',
  }
  const { status, body } = await app.send(call, { params, query } as never, caller.as)
  return { status, body: comparable(body) }
}

const perRequest = new Set(['requestId', 'collectedAt'])

/** Omits the id and the time of the request. */
const comparable = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body ?? null), (key, value) => (perRequest.has(key) ? undefined : value))

describe.runIf(isOnPostgres())('the database fast path', () => {
  const statements: { fast: string[]; plain: string[] } = { fast: [], plain: [] }

  beforeAll(async () => {
    plain.app = await buildPlainApp()
    for (const [name, { database }] of Object.entries({ fast: test, plain }))
      database.observe((statement, run) => {
        statements[name as keyof typeof statements].push(statement.name ?? statement.text)
        return run()
      })
  })
  afterAll(async () => {
    await plain.app.close()
    await plain.database.close()
  })

  it('gives every caller the same answers to every read as the plain path', async () => {
    const { callers, params } = await makeCallers()
    expect(reads.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'account.whoami',
        'workspaces.list',
        'members.list',
        'tokens.list',
        'trustRules.list',
      ]),
    )
    const statuses = new Set<number>()
    for (const call of reads)
      for (const [name, caller] of Object.entries(callers))
        for (const query of call.query ? [{}, { limit: '2' }] : [{}]) {
          const fast = await answerOf(test, call, caller, params, query)
          const slow = await answerOf(plain, call, caller, params, query)
          expect({ call: call.name, caller: name, ...fast }).toEqual({
            call: call.name,
            caller: name,
            ...slow,
          })
          statuses.add(fast.status)
        }
    expect([...statuses]).toEqual(expect.arrayContaining([200, 401, 403, 404]))
  })

  it('reads lists with one statement beside the session, and the plain path reads them afterwards', async () => {
    const { callers, params } = await makeCallers()
    const { as } = callers.owner as Caller
    statements.fast.length = 0
    statements.plain.length = 0
    for (const app of [test, plain]) {
      await app.send(account.whoami, {}, as)
      await app.send(workspaces.list, {}, as)
      await app.send(members.list, { params }, as)
    }
    expect(statements.fast).toEqual([
      'session_by_token',
      ...['session_by_token', 'workspaces_of_session'],
      ...['session_in_workspace', 'members_for_session'],
    ])
    expect(statements.plain).toEqual([
      'session_by_token',
      ...['session_by_token', expect.stringMatching(/from "workspace_members".* limit /)],
      ...['session_in_workspace', expect.stringMatching(/from "workspace_members".* limit /)],
    ])
  })
})
