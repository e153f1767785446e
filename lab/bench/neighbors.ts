/**
 * Measures on PostgreSQL how much one account slows down another: response times of `GET /whoami` and delays of mails. The busy account
 * is at the limits of workspaces, members, tokens and service accounts, with 150,000 rows of activity and a backlog of 500 mails. It keeps
 * 32 calls in flight: its heaviest ones, then every call that it may make. Three more parts serve as a comparison: one without load,
 * and the same two loads on another server on this computer. The parts alternate for several rounds. Each ratio is computed within its
 * round, then the median is taken, because other work on the machine affects all parts of a round.
 * `--seconds N` sets the length of each part. Takes about nine minutes and never fails.
 */
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { countLimits } from '@portal/contract/account-limits'
import { tokens } from '@portal/contract/tokens/tokens'
import autocannon from 'autocannon'
import { sql } from 'drizzle-orm'
import type { Database } from '../../apps/api/src/db/database.ts'
import { makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { MessageStore } from '../../stand-ins/mail/message-store.ts'
import { createSmtpListener } from '../../stand-ins/mail/smtp-listener.ts'
import { FailureSwitch } from '../../stand-ins/serving/failure-switch.ts'
import { headersOf, makePerson, mustSend, portalUrl, send } from '../callers.ts'
import { type ServerProcess, startApi, startLab } from '../processes.ts'
import type { Disturbance } from './disturb.ts'
import { median, percentile, type Request, round } from './load.ts'
import { type Account, everyCall, heaviestCalls } from './neighbor-calls.ts'

const { values: options } = parseArgs({ options: { seconds: { type: 'string', default: '15' } } })
const seconds = Number(options.seconds)
const readsPerSecond = 50
const longestMailMs = 20_000
const rounds = 5

const lab = await startLab()
const mails = await MessageStore.open(join(lab.dataDir, 'mails'))
const smtp = createSmtpListener(mails, new FailureSwitch())
const smtpUrl = `smtp://127.0.0.1:${await smtp.listen(0)}`

async function makeAccount(database: Database, workspaceCount: number): Promise<Account> {
  const { user, session } = await makePerson(database)
  const workspaceIds: string[] = []
  for (let made = 0; made < workspaceCount; made += 1)
    workspaceIds.push((await makeWorkspace(database, user)).id)
  return { session, userId: user.id, workspaceIds }
}

/** Fills the first workspace up to the limits of members, tokens and service accounts, and with activity. */
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
  await orm.execute(sql`
    insert into workspace_activity (id, workspace_id, actor_user_id, act, subject, ip_address, at)
    select lpad(number::text, 26, '0'), ${id}, ${userId}, 'token.created', 'Deploy ' || number, '203.0.113.9', now()
    from generate_series(1, 150000) number`)
  const one = '1'.padStart(20, '0')
  return { ...account, memberId: `MEMBER${one}`, tokenId: `TOKEN0${one}`, serviceAccountId: `0R0B0T${one}` }
}

/** Creates API tokens of the first workspace and returns their secrets. */
async function createTokens(api: ServerProcess, account: Account): Promise<string[]> {
  const { workspaceIds, serviceAccountId } = account
  const params = { workspaceId: workspaceIds[0] ?? '' }
  const create = async (more: { serviceAccountId?: string } = {}) => {
    const body = { name: 'Loop', expiration: '1d', ...more }
    return (await mustSend(api, tokens.create, { params, body }, account)).body
  }
  const [active, paused, pipeline] = [await create(), await create(), await create({ serviceAccountId })]
  const ofPaused = { ...params, tokenId: paused.authToken.id }
  await mustSend(api, tokens.pause, { params: ofPaused, body: { for: '1d' } }, account)
  return [active.token, paused.token, pipeline.token]
}

/** Starts an API with a database and one account that is quiet and one that is busy. */
async function makeServer(databaseUrl: string) {
  const database = await lab.open(databaseUrl)
  const quiet = await makeAccount(database, 3)
  const busy = await fill(database, await makeAccount(database, countLimits.workspacesOwned.most))
  // Autovacuum would do this within a minute. Without statistics, the planner reads all rows of the activity for each page.
  await database.orm.execute(sql`vacuum analyze`)
  const api = await startApi({
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: lab.dataDir, PORTAL_URL: portalUrl },
    ...{ SMTP_URL: smtpUrl, STRIPE_SECRET_KEY: '' },
  })
  return { api, quiet, busy: { ...busy, secrets: await createTokens(api, busy) }, database }
}

const invite = (api: ServerProcess, { session, workspaceIds }: Account, workspace: number, email: string) =>
  send(
    `${api.url}/workspace/${workspaceIds[workspace]}/members`,
    'POST',
    { session },
    { email, role: 'EDITOR' },
  )

/** Requests `/whoami` for the quiet account and invites users for a while. */
async function measure(api: ServerProcess, quiet: Account) {
  const times: number[] = []
  const delays: number[] = []
  let isOver = false
  const invitations = async () => {
    while (!isOver) {
      const email = `guest-${crypto.randomUUID()}@example.com`
      const sentAt = performance.now()
      const { status } = await invite(api, quiet, 0, email)
      if (status !== 200) console.log(`An invitation of the quiet account answered ${status}.`)
      while (mails.list(email).length === 0 && performance.now() - sentAt < longestMailMs) await sleep(20)
      delays.push(performance.now() - sentAt)
      await sleep(1_000)
    }
  }
  const reads = new Promise<autocannon.Result>((resolve, reject) => {
    const headers = headersOf(quiet)
    autocannon(
      {
        url: `${api.url}/whoami`,
        headers,
        connections: 1,
        connectionRate: readsPerSecond,
        duration: seconds,
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    ).on('response', (_client, _status, _bytes, ms) => times.push(ms))
  }).finally(() => {
    isOver = true
  })
  const [result] = await Promise.all([reads, invitations()])
  return {
    requests: times.length,
    'p50 ms': median(times),
    'p99 ms': percentile(times, 0.99),
    '5xx': result['5xx'] + result.errors,
    mails: delays.length,
    'slowest mail s': Math.max(0, ...delays) / 1_000,
  }
}

type Figures = Awaited<ReturnType<typeof measure>>

/** The medians of all rounds, and each round's p99 divided by the undisturbed p99 of that round. */
function summarize(load: string, figures: Figures[], undisturbed: Figures[]) {
  const medianOf = (key: keyof Figures) => round(median(figures.map((each) => each[key])), 1)
  const sum = (key: keyof Figures) => figures.reduce((total, each) => total + each[key], 0)
  const ratios = figures.map((each, at) => each['p99 ms'] / (undisturbed[at]?.['p99 ms'] ?? 0))
  return {
    load,
    requests: sum('requests'),
    'p50 ms': medianOf('p50 ms'),
    'p99 ms': medianOf('p99 ms'),
    'p99 ratio': round(median(ratios), 1),
    'of each round': ratios.map((ratio) => round(ratio, 1)).join(' '),
    '5xx': sum('5xx'),
    mails: sum('mails'),
    'slowest mail s': round(Math.max(...figures.map((each) => each['slowest mail s'])), 1),
  }
}

try {
  const { api, quiet, busy, database } = await makeServer(lab.databaseUrl)
  await database.orm.execute(sql`create database other`)
  const other = await makeServer(lab.databaseUrl.replace(/[^/]*$/, 'other'))
  const measureQuiet = () => measure(api, quiet)
  /** Measures while a worker sends an account's calls to a server. */
  const measureDisturbed = async (url: string, requests: Request[]) => {
    const workerData: Disturbance = { url, requests, seconds: seconds + 1 }
    const worker = new Worker(new URL('./disturb.ts', import.meta.url), { workerData })
    const answered = once(worker, 'message')
    // The worker loads its code.
    await sleep(1_000)
    const figures = await measureQuiet()
    const [statuses] = (await answered) as [Record<string, { count: number }>]
    const counts = Object.entries(statuses).map(([status, { count }]) => `${count} × ${status}`)
    console.log(`Answers to the busy account: ${counts.join(', ')}`)
    return figures
  }
  // The first requests compile code and open connections.
  for (let at = 0; at < 200; at += 1) await send(`${api.url}/whoami`, 'GET', quiet)
  for (let at = 0; at < 500; at += 1) await invite(api, busy, 1, `many-${at}@example.com`)
  const loads = {
    undisturbed: measureQuiet,
    // Measures what the same loads cost this computer when another server receives them.
    'heaviest calls to another server': () => measureDisturbed(other.api.url, heaviestCalls(other.busy)),
    'heaviest calls': () => measureDisturbed(api.url, heaviestCalls(busy)),
    'every call to another server': () => measureDisturbed(other.api.url, everyCall(other.busy)),
    'every call': () => measureDisturbed(api.url, everyCall(busy)),
  }
  const results = new Map<string, Figures[]>(Object.keys(loads).map((name) => [name, []]))
  for (let made = 0; made < rounds; made += 1)
    for (const [name, run] of Object.entries(loads)) results.get(name)?.push(await run())
  const undisturbed = results.get('undisturbed') ?? []
  console.table([...results].map(([name, figures]) => summarize(name, figures, undisturbed)))
} finally {
  await lab.remove()
  await smtp.close()
}
