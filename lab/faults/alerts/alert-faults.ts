/** One fault for each alert of deploy/prometheus-rules.yaml. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { makePerson } from '../../long-runs/make-person.ts'
import { askAs, type World } from '../world.ts'
import type { Course } from './promtool.ts'

export interface AlertFault {
  alert: string
  fault: string
  metric: string
  /** Part of the labels of the series that must change. */
  labels?: string
  /** The value that a series must exceed, which the fault may need some time to reach. */
  above: number
  course: Course
  begin: (world: World) => Promise<void>
  end: (world: World) => Promise<void>
}

const manyRequests = 1_500
/** More than the account's slots and waiting places take, and fewer than can wait for the four connections. */
const requestsOfOneAccount = 300
const requestsOfOneUser = 5
const mails = 30
const nothing = async () => {}

async function run(world: World, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  try {
    return await client.query(text, values)
  } finally {
    await client.end()
  }
}

const queueJob = (world: World, name: string, data: object = {}) =>
  run(world, 'insert into pgboss.job (name, data) values ($1, $2)', [name, data])

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(200)
}

const invite = (world: World, name: string) =>
  world.ask('POST', `/workspace/${world.workspace.id}/members`, { email: `${name}@example.com` })

let blocker: pg.Client | undefined

/** A person whose pause has ended, in a row that another session locks. */
async function lockPausedPerson(world: World): Promise<void> {
  const past = new Date(Date.now() - 60_000)
  const { user } = await makePerson(world.database, { suspendedAt: past, suspendedUntil: past })
  blocker = new pg.Client({ connectionString: world.databaseUrl })
  await blocker.connect()
  await blocker.query('begin')
  await blocker.query('select 1 from users where id = $1 for update', [user.id])
  await queueJob(world, 'people.end-pauses')
}

async function unlock(): Promise<void> {
  await blocker?.query('rollback')
  await blocker?.end()
}

/** The retries take two days, so the mail is set to its last one. */
async function exhaustRetries(world: World): Promise<void> {
  await world.standIns.fail('mail', 'down')
  await invite(world, 'parked')
  const waiting = "name = 'mail.send' and state = 'retry'"
  await until(async () => (await run(world, `select 1 from pgboss.job where ${waiting}`)).rows.length > 0)
  await run(world, `update pgboss.job set retry_count = retry_limit, start_after = now() where ${waiting}`)
}

async function sendToSlowServer(world: World): Promise<void> {
  await world.standIns.fail('mail', 'slow')
  for (let sent = 0; sent < mails; sent += 1) await invite(world, `late-${sent}`)
}

async function dropMails(world: World): Promise<void> {
  await run(world, "delete from pgboss.job where name in ('mail.send', 'jobs.parked')")
  await world.standIns.fail('mail', 'none')
}

async function inviteWithoutMailServer(world: World, name: string): Promise<void> {
  await world.standIns.fail('mail', 'down')
  await invite(world, name)
}

async function askWithoutDatabase(world: World): Promise<void> {
  await world.network.fallSilent()
  await Promise.all(Array.from({ length: requestsOfOneUser }, () => world.ask('GET', '/whoami')))
}

async function reconnect(world: World): Promise<void> {
  await world.network.goAway()
  await world.network.open()
  await world.api.ready()
}

/** Each request of a stranger waits for a connection, because redeeming a code is a transaction. */
async function overload(world: World): Promise<void> {
  await world.network.slowDown(500)
  const redeem = (at: number) =>
    askAs('', {
      url: world.api.url,
      method: 'POST',
      path: '/complete-auth-connect',
      body: { code: `code-${at}` },
    })
  await Promise.all(Array.from({ length: manyRequests }, (_, at) => redeem(at)))
}

/** The list needs a statement after the caller is known, so each request keeps its slot while it waits for a connection. */
async function askAtOnce(world: World): Promise<void> {
  await world.network.slowDown(50)
  await Promise.all(Array.from({ length: requestsOfOneAccount }, () => world.ask('GET', '/workspaces')))
}

/** Returns the id of a new user with a trial. */
async function makeSubscriber(world: World): Promise<string> {
  const { user } = await makePerson(world.database)
  await queueJob(world, 'billing.integrate', { userId: user.id })
  const subscribed = 'select 1 from billing_accounts where user_id = $1 and live_subscription_count = 1'
  await until(async () => (await run(world, subscribed, [user.id])).rows.length > 0)
  return user.id
}

/** Suspends an account in the database, so that nothing ends its subscription. */
async function suspendSubscriber(world: World): Promise<void> {
  const id = await makeSubscriber(world)
  await run(world, 'update users set suspended_at = now() where id = $1', [id])
  await queueJob(world, 'billing.find-closed')
}

/** Writes what the API stores when two checkout pages are completed at the same moment. */
async function subscribeTwice(world: World): Promise<void> {
  const id = await makeSubscriber(world)
  await run(world, 'update billing_accounts set live_subscription_count = 2 where user_id = $1', [id])
  await queueJob(world, 'billing.report-double')
}

export const alertFaults: readonly AlertFault[] = [
  {
    alert: 'PortalUpkeepFails',
    fault: 'Another session locks the row of a user whose suspension ends',
    metric: 'api_task_failures_total',
    above: 0,
    course: 'holds its value',
    begin: lockPausedPerson,
    end: unlock,
  },
  {
    alert: 'PortalJobsParked',
    fault: 'The mail server is gone until the last retry',
    metric: 'api_jobs_parked',
    above: 0,
    course: 'holds its value',
    begin: exhaustRetries,
    end: dropMails,
  },
  {
    alert: 'PortalJobsLate',
    fault: `The mail server takes 10 s for each of ${mails} mails of one account`,
    metric: 'api_jobs_oldest_seconds',
    above: 60,
    course: 'holds its value',
    begin: sendToSlowServer,
    end: dropMails,
  },
  {
    alert: 'PortalJobQueueSilent',
    fault: 'PostgreSQL falls silent',
    metric: 'api_jobs_silent_seconds',
    above: 30,
    course: 'holds its value',
    begin: async (world) => world.network.fallSilent(),
    end: reconnect,
  },
  {
    alert: 'PortalOverloaded',
    fault: `PostgreSQL answers after 0.5 s, ${manyRequests.toLocaleString('en')} simultaneous requests`,
    metric: 'api_requests_shed_total',
    above: 0,
    course: 'rises at the same rate',
    begin: overload,
    end: reconnect,
  },
  {
    alert: 'PortalBusyAccount',
    fault: `One account sends ${requestsOfOneAccount} simultaneous requests`,
    metric: 'api_requests_shed_total',
    labels: 'reason="account"',
    above: 0,
    course: 'rises at the same rate',
    begin: askAtOnce,
    end: reconnect,
  },
  {
    alert: 'PortalClosedAccountSubscribed',
    fault: 'A user with a trial is suspended without the job that ends it',
    metric: 'api_closed_subscriptions_total',
    above: 0,
    course: 'holds its value',
    begin: suspendSubscriber,
    end: nothing,
  },
  {
    alert: 'PortalDoubleSubscription',
    fault: 'A customer has two live subscriptions',
    metric: 'api_double_subscriptions_total',
    above: 0,
    course: 'holds its value',
    begin: subscribeTwice,
    end: nothing,
  },
  {
    alert: 'PortalErrors',
    fault: `PostgreSQL falls silent, ${requestsOfOneUser} requests`,
    metric: 'api_request_duration_seconds_count',
    labels: 'status="503"',
    above: 0,
    course: 'rises at the same rate',
    begin: askWithoutDatabase,
    end: reconnect,
  },
  {
    alert: 'PortalServiceUnavailable',
    fault: 'The mail server is gone',
    metric: 'api_gateway_duration_seconds_count',
    labels: 'outcome="unavailable"',
    above: 0,
    course: 'rises at the same rate',
    begin: (world) => inviteWithoutMailServer(world, 'unavailable'),
    end: dropMails,
  },
  {
    alert: 'PortalJobsFail',
    fault: 'The mail server is gone, so that no mail is sent',
    metric: 'api_job_duration_seconds_count',
    labels: 'outcome="failed"',
    above: 0,
    course: 'rises at the same rate',
    begin: (world) => inviteWithoutMailServer(world, 'failing'),
    end: dropMails,
  },
  // Must be last, because it kills the process that the other faults use.
  {
    alert: 'PortalDown',
    fault: 'The only API process is killed',
    metric: 'api_jobs_silent_seconds',
    above: 0,
    course: 'disappears',
    begin: (world) => world.api.kill(),
    end: nothing,
  },
]
