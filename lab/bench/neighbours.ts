/**
 * Measures what one account can do to another, on PostgreSQL: response times of `GET /whoami` and the delay of mails,
 * undisturbed and while another account sends its heaviest calls, 32 at once. That account owns 200 workspaces, 150,000 rows
 * of activity and a backlog of 500 mails. `--seconds N` sets the length of each half. Never fails.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Database } from '../../apps/api/src/db/database.ts'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { xsrfTokenOf } from '../../apps/api/src/http/secrets.ts'
import { makeSession, makeUser, makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { startTestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { ApiProcess } from '../long-runs/api-process.ts'
import { MailSink } from './mail-sink.ts'
import { writeReport } from './report.ts'

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '30' }, report: { type: 'string' } },
})
const halfMs = Number(options.seconds) * 1_000
const atOnce = 32
const everyMs = 20
const portalUrl = 'http://localhost:9000'

interface Account {
  session: string
  userId: string
  workspaceIds: string[]
}

async function makeAccount(database: Database, workspaceCount: number): Promise<Account> {
  const user = await makeUser(database)
  const workspaceIds: string[] = []
  for (let made = 0; made < workspaceCount; made += 1)
    workspaceIds.push((await makeWorkspace(database, user)).id)
  const { token } = await makeSession(database, user)
  return { session: token, userId: user.id, workspaceIds }
}

async function makeActivity(database: Database, { userId, workspaceIds: [id] }: Account): Promise<void> {
  await database.orm.execute(sql`
    insert into workspace_activity (id, workspace_id, actor_user_id, act, subject, ip_address, at)
    select lpad(number::text, 26, '0'), ${id}, ${userId}, 'token.created', 'Deploy ' || number, '203.0.113.9', now()
    from generate_series(1, 150000) number`)
}

/** Sends a request and returns its status and duration. */
async function send(api: ApiProcess, { session }: Account, method: string, path: string, body?: object) {
  const startedAt = performance.now()
  const response = await fetch(api.url + path, {
    method,
    redirect: 'manual',
    headers: {
      cookie: `portal_session=${session}`,
      origin: portalUrl,
      'x-xsrf-token': xsrfTokenOf(session),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => undefined)
  await response?.arrayBuffer().catch(() => undefined)
  return { status: response?.status ?? 0, ms: performance.now() - startedAt }
}

/** The heaviest calls of an account, in turn. */
function worstCalls({ userId, workspaceIds }: Account): (readonly [string, string, object?])[] {
  const [id] = workspaceIds
  return [
    ['GET', '/workspaces'],
    ['GET', `/workspace/${id}/activity?text=none-has-this`],
    ['GET', `/workspace/${id}/activity.csv`],
    ['GET', `/users/${userId}/data`],
    ['GET', `/workspace/${id}/members`],
    ['POST', '/workspaces/new', { displayName: 'More', instanceUrl: 'http://localhost:8080' }],
    ['PATCH', `/workspaces/${id}/favourite`, { isFavourite: true }],
    ['GET', `/users/${userId}/billingDetails`],
  ]
}

async function disturb(
  api: ApiProcess,
  account: Account,
  isOver: () => boolean,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  const calls = worstCalls(account)
  const one = async (start: number) => {
    for (let at = start; !isOver(); at += 1) {
      const [method, path, body] = calls[at % calls.length] ?? ['GET', '/whoami']
      const { status } = await send(api, account, method, path, body)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 429) await sleep(everyMs)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, start) => one(start)))
  return statuses
}

const round = (value: number) => Math.round(value * 10) / 10

/** Asks for the quiet account and invites users for a while. */
async function measure(api: ApiProcess, quiet: Account, sink: MailSink) {
  const endsAt = performance.now() + halfMs
  const times: number[] = []
  let errors = 0
  const delays: number[] = []
  const mails = async () => {
    while (performance.now() < endsAt) {
      const email = `guest-${crypto.randomUUID()}@example.com`
      const sentAt = performance.now()
      const { status } = await send(api, quiet, 'POST', `/workspace/${quiet.workspaceIds[0]}/members`, {
        email,
        role: 'EDITOR',
      })
      if (status === 200) delays.push((await sink.arrivalOf(email)) - sentAt)
      else console.log(`An invitation of the quiet account answered ${status}.`)
      await sleep(1_000)
    }
  }
  const reads = async () => {
    while (performance.now() < endsAt) {
      const { status, ms } = await send(api, quiet, 'GET', '/whoami')
      times.push(ms)
      if (status === 0 || status >= 500) errors += 1
      await sleep(everyMs)
    }
  }
  await Promise.all([mails(), reads()])
  times.sort((a, b) => a - b)
  const at = (share: number) => round(times[Math.floor((times.length - 1) * share)] ?? 0)
  return {
    requests: times.length,
    'p50 ms': at(0.5),
    'p99 ms': at(0.99),
    '5xx': errors,
    mails: delays.length,
    'slowest mail s': round(Math.max(0, ...delays) / 1_000),
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const postgres = await startTestPostgres()
const databaseUrl = `${postgres.url}postgres`
const database = await openDatabase({ databaseUrl, dataDir, statementLimitMs: 0 })
const sink = await MailSink.open()
let api: ApiProcess | undefined
try {
  const [quiet, busy] = [await makeAccount(database, 3), await makeAccount(database, 199)]
  await makeActivity(database, busy)
  api = await ApiProcess.start({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORTAL_URL: portalUrl,
    SMTP_URL: sink.url,
    STRIPE_SECRET_KEY: '',
  })
  await measureWarmUp(api, quiet)
  const undisturbed = await measure(api, quiet, sink)
  for (let at = 0; at < 500; at += 1)
    await send(api, busy, 'POST', `/workspace/${busy.workspaceIds[0]}/members`, {
      email: `many-${at}@example.com`,
      role: 'EDITOR',
    })
  let isOver = false
  const disturbing = disturb(api, busy, () => isOver)
  const disturbed = await measure(api, quiet, sink)
  isOver = true
  console.table({ undisturbed, disturbed })
  console.log(`Answers to the busy account by status: ${JSON.stringify(await disturbing)}`)
  writeReport(options.report, { atOnce, undisturbed, disturbed })
} finally {
  await api?.kill()
  sink.close()
  await database.close()
  await postgres.remove()
  rmSync(dataDir, { recursive: true, force: true })
}

/** The first requests compile code and open connections. */
async function measureWarmUp(process: ApiProcess, account: Account): Promise<void> {
  for (let at = 0; at < 200; at += 1) await send(process, account, 'GET', '/whoami')
}
