/**
 * Measures on PostgreSQL how much one account slows down another: response times of `GET /whoami` and delays of mails. The busy account
 * is at the limits of workspaces, members, tokens and service accounts, with 150,000 rows of activity and a backlog of 500 mails. It keeps
 * 32 calls in flight: its heaviest ones, then every call that it may make. Three more parts serve as a comparison: one without load,
 * and the same two loads on another server on this computer. The parts alternate for several rounds. Each ratio is computed within its round, then the
 * median is taken, because other work on the machine affects all parts of a round.
 * `--seconds N` sets the length of each part. Takes about nine minutes and never fails.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { countLimits } from '@portal/contract/account-limits'
import { sql } from 'drizzle-orm'
import type { Database } from '../../apps/api/src/db/database.ts'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { makeSession, makeUser, makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { startTestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { ApiProcess } from '../long-runs/api-process.ts'
import { MailSink } from './mail-sink.ts'
import { median } from './median.ts'
import { type Account, portalUrl, send } from './neighbor-calls.ts'
import { writeReport } from './report.ts'

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '15' }, report: { type: 'string' } },
})
const partMs = Number(options.seconds) * 1_000
const everyMs = 20
const rounds = 5

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

/** Fills the first workspace up to the limits of members, tokens and service accounts. */
async function fill({ orm }: Database, account: Account): Promise<Account> {
  const { userId, workspaceIds } = account
  const id = workspaceIds[0]
  await orm.execute(sql`
    with added as (
      insert into users (id, email, email_key, signup_at)
      select 'MEMBER' || lpad(number::text, 20, '0'), number || '@example.com', number || '@example.com', now()
      from generate_series(1, ${countLimits.membersOfWorkspace.most - 1}) number
      returning id)
    insert into workspace_members (workspace_id, user_id, role, joined_at) select ${id}, id, 'EDITOR', now() from added`)
  await orm.execute(sql`
    insert into auth_tokens (id, kind, user_id, workspace_id, name, created_at, expires_at)
    select 'TOKEN' || lpad(number::text, 21, '0'), 'api', ${userId}, ${id}, 'Deploy', now(), now() + interval '1 day'
    from generate_series(1, ${countLimits.tokensOfWorkspace.most - 3}) number`)
  await orm.execute(sql`
    insert into service_accounts (id, workspace_id, name, name_key, created_by_user_id, created_at)
    select '0R0B0T' || lpad(number::text, 20, '0'), ${id}, 'Robot ' || number, 'robot ' || number, ${userId}, now()
    from generate_series(1, ${countLimits.serviceAccountsOfWorkspace.most}) number`)
  const one = '1'.padStart(21, '0')
  const memberId = `MEMBER${'1'.padStart(20, '0')}`
  return { ...account, memberId, tokenId: `TOKEN${one}`, serviceAccountId: `0R0B0T${one.slice(1)}` }
}

const toTenth = (value: number) => Math.round(value * 10) / 10

/** Requests `/whoami` for the quiet account and invites users for a while. */
async function measure(api: ApiProcess, quiet: Account, sink: MailSink) {
  const endsAt = performance.now() + partMs
  const times: number[] = []
  let errors = 0
  const delays: number[] = []
  const mails = async () => {
    while (performance.now() < endsAt) {
      const email = `guest-${crypto.randomUUID()}@example.com`
      const sentAt = performance.now()
      const { status } = await send(api.url, quiet, 'POST', `/workspace/${quiet.workspaceIds[0]}/members`, {
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
      const { status, ms } = await send(api.url, quiet, 'GET', '/whoami')
      times.push(ms)
      if (status === 0 || status >= 500) errors += 1
      await sleep(everyMs)
    }
  }
  await Promise.all([mails(), reads()])
  times.sort((a, b) => a - b)
  const at = (share: number) => toTenth(times[Math.floor((times.length - 1) * share)] ?? 0)
  return {
    requests: times.length,
    'p50 ms': at(0.5),
    'p99 ms': at(0.99),
    '5xx': errors,
    mails: delays.length,
    'slowest mail s': toTenth(Math.max(0, ...delays) / 1_000),
  }
}

type Figures = Awaited<ReturnType<typeof measure>>

/** The medians of all rounds, and each round's p99 divided by the undisturbed p99 of that round. */
function summarize(name: string, figures: Figures[], undisturbed: Figures[]) {
  const middle = (key: keyof Figures) => toTenth(median(figures.map((each) => each[key])))
  const sum = (key: keyof Figures) => figures.reduce((total, each) => total + each[key], 0)
  const ratios = figures.map((each, at) => each['p99 ms'] / (undisturbed[at]?.['p99 ms'] ?? 0))
  return {
    load: name,
    requests: sum('requests'),
    'p50 ms': middle('p50 ms'),
    'p99 ms': middle('p99 ms'),
    'p99 ratio': toTenth(median(ratios)),
    'of each round': ratios.map(toTenth).join(' '),
    '5xx': sum('5xx'),
    mails: sum('mails'),
    'slowest mail s': Math.max(...figures.map((each) => each['slowest mail s'])),
  }
}

interface Disturbance {
  api: ApiProcess
  account: Account
  load: 'heaviest' | 'every'
}

/** Starts a worker. Returns a function that measures while the worker sends an account's calls to a server. */
function startDisturbance({ api, account, load }: Disturbance, measureQuiet: () => Promise<Figures>) {
  const worker = new Worker(new URL('./disturb.ts', import.meta.url), {
    workerData: { url: api.url, account, load },
  })
  ends.push(() => worker.terminate())
  return async () => {
    const answered = once(worker, 'message')
    worker.postMessage('start')
    const figures = await measureQuiet()
    worker.postMessage('stop')
    const [statuses] = await answered
    console.log(`Answers to the busy account by status: ${JSON.stringify(statuses)}`)
    return figures
  }
}

const postgres = await startTestPostgres()
const sink = await MailSink.open()
const ends: (() => unknown)[] = []

interface CreatedToken {
  id: string
  secret: string
}

const tokensPath = ({ workspaceIds }: Account) => `/workspaces/${workspaceIds[0]}/authTokens`

async function createToken({ url }: ApiProcess, account: Account, more: object = {}): Promise<CreatedToken> {
  const path = tokensPath(account)
  const body = { name: 'Loop', expiration: '1d', ...more }
  const { status, text = '' } = await send(url, account, 'POST', path, body)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
  const { authToken, token } = JSON.parse(text) as { authToken: { id: string }; token: string }
  return { id: authToken.id, secret: token }
}

/** Creates API tokens of the first workspace and returns their secrets. */
async function createTokens(api: ApiProcess, account: Account): Promise<Account['secrets']> {
  const active = await createToken(api, account)
  const paused = await createToken(api, account)
  await send(api.url, account, 'POST', `${tokensPath(account)}/${paused.id}/pause`, { for: '1d' })
  const pipeline = await createToken(api, account, { serviceAccountId: account.serviceAccountId })
  return { active: active.secret, paused: paused.secret, pipeline: pipeline.secret }
}

/** Starts an API with a database and one account that is quiet and one that is busy. */
async function makeServer(name: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  ends.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const databaseUrl = `${postgres.url}${name}`
  const database = await openDatabase({ databaseUrl, dataDir, statementLimitMs: 0 })
  ends.push(() => database.close())
  const quiet = await makeAccount(database, 3)
  const busy = await fill(database, await makeAccount(database, countLimits.workspacesOwned.most))
  await makeActivity(database, busy)
  // Autovacuum would do this within a minute. Without statistics, the planner reads all rows of the activity for each page.
  await database.orm.execute(sql`vacuum analyze`)
  const api = await ApiProcess.start({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORTAL_URL: portalUrl,
    SMTP_URL: sink.url,
    STRIPE_SECRET_KEY: '',
  })
  ends.push(() => api.kill())
  const secrets = await createTokens(api, busy)
  return { api, quiet, busy: { ...busy, secrets }, database }
}

try {
  const { api, quiet, busy, database } = await makeServer('postgres')
  await database.orm.execute(sql`create database other`)
  const other = await makeServer('other')
  await measureWarmUp(api, quiet)
  for (let at = 0; at < 500; at += 1)
    await send(api.url, busy, 'POST', `/workspace/${busy.workspaceIds[1]}/members`, {
      email: `many-${at}@example.com`,
      role: 'EDITOR',
    })
  const measureQuiet = () => measure(api, quiet, sink)
  const measureDisturbed = (of: Disturbance) => startDisturbance(of, measureQuiet)
  const otherServer = { api: other.api, account: other.busy }
  const loads = {
    undisturbed: measureQuiet,
    // Measures what the same loads cost this computer when another server receives them.
    'heaviest calls to another server': measureDisturbed({ ...otherServer, load: 'heaviest' }),
    'heaviest calls': measureDisturbed({ api, account: busy, load: 'heaviest' }),
    'every call to another server': measureDisturbed({ ...otherServer, load: 'every' }),
    'every call': measureDisturbed({ api, account: busy, load: 'every' }),
  }
  const results = new Map<string, Figures[]>(Object.keys(loads).map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1)
    for (const [name, run] of Object.entries(loads)) results.get(name)?.push(await run())
  const table = [...results].map(([name, figures]) =>
    summarize(name, figures, results.get('undisturbed') ?? []),
  )
  console.table(table)
  writeReport(options.report, { rounds, table })
} finally {
  for (const end of ends.reverse()) await end()
  sink.close()
  await postgres.remove()
}

/** The first requests compile code and open connections. */
async function measureWarmUp(process: ApiProcess, account: Account): Promise<void> {
  for (let at = 0; at < 200; at += 1) await send(process.url, account, 'GET', '/whoami')
}
