/** The job queue and its transactions. */
import { sql } from 'drizzle-orm'
import { PgBoss, type WorkOptions } from 'pg-boss'
import { expect, it, vi } from 'vitest'
import type { Database, Queue } from '../db/database.ts'
import type { Mail } from '../gateways/mail/mail.ts'
import { closeAtEnd } from '../testing/close-at-end.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { streamPollMs } from './job-stream.ts'
import { type JobHandlers, type JobName, startJobs } from './jobs.ts'
import { requeueParked } from './requeue-parked.ts'

const database = await openTestDatabase()
const waiting = { timeout: 20_000, interval: 50 }
const mailTo = (to: string): Mail => ({ to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' })

/** The number of mails in the queue by state. */
async function stateCounts({ queue }: Database): Promise<Record<string, number>> {
  const { rows } = await queue.executeSql(
    "select state, count(*)::int as count from pgboss.job where name = 'mail.send' group by state",
  )
  return Object.fromEntries(
    (rows as { state: string; count: number }[]).map(({ state, count }) => [state, count]),
  )
}

it('a job runs only if the transaction that queued it commits', async () => {
  const sent: string[] = []
  const handlers = {
    'mail.send': async (mail: Mail) => void sent.push(mail.to),
  } as Partial<JobHandlers> as JobHandlers
  const jobs = await startJobs(database, handlers, { error: () => {} })
  closeAtEnd(() => jobs.stop())
  const lost = database.transaction(async (tx) => {
    await jobs.sendMail(tx, 'account', mailTo('nobody@example.com'))
    throw new Error('not kept')
  })
  await expect(lost).rejects.toThrow('not kept')
  await database.transaction(async (tx) => {
    await jobs.sendMail(tx, 'account', mailTo('first@example.com'))
    await jobs.sendMail(tx, 'account', mailTo('second@example.com'))
  })
  await vi.waitFor(
    () => expect(sent.toSorted()).toEqual(['first@example.com', 'second@example.com']),
    waiting,
  )
})

it('a process that does not work on jobs queues them for the others, and never counts as silent', async () => {
  const own = await openTestDatabase()
  const sent: string[] = []
  const handlers = {
    'mail.send': async (mail: Mail) => void sent.push(mail.to),
  } as Partial<JobHandlers> as JobHandlers
  const queueing = await startJobs(own, handlers, { error: () => {} }, { isWorking: false })
  closeAtEnd(() => queueing.stop())
  await queueing.sendMail(own.orm, 'account', mailTo('ada@example.com'))
  expect(queueing.silentSeconds()).toBe(0)
  expect([sent, await stateCounts(own)]).toEqual([[], { created: 1 }])
  const working = await startJobs(own, handlers, { error: () => {} })
  closeAtEnd(() => working.stop())
  await vi.waitFor(() => expect(sent).toEqual(['ada@example.com']), waiting)
})

it('the queue starts when another process creates its schema at the same time', async () => {
  const own = await openTestDatabase()
  await own.queue.executeSql('drop schema if exists pgboss cascade')
  let races = 0
  const raced: Queue = {
    ...own.queue,
    executeSql: async (text, values) => {
      const answer = await own.queue.executeSql(text, values)
      if (!/create schema/i.test(text)) return answer
      races += 1
      const constraint = 'pg_namespace_nspname_index'
      throw Object.assign(new Error('duplicate key value'), { code: '23505', constraint })
    },
  }
  const handlers = { 'mail.send': async () => {} } as Partial<JobHandlers> as JobHandlers
  const jobs = await startJobs({ ...own, queue: raced }, handlers, { error: () => {} })
  closeAtEnd(() => jobs.stop())
  expect(races).toBe(1)
  await jobs.sendMail(own.orm, 'account', mailTo('ada@example.com'))
})

it('expiry notices are scheduled hourly, and a job can queue other jobs', async () => {
  const own = await openTestDatabase()
  const sent: string[] = []
  const handlers = {
    'mail.send': async (mail: Mail) => void sent.push(mail.to),
    'tokens.notice-expiry': async (_, jobs) => {
      await own.transaction((tx) => jobs.sendMail(tx, 'account', mailTo('owner@example.com')))
    },
  } as Partial<JobHandlers> as JobHandlers
  const log = { error: () => {} }
  // Queued before the workers start, because a scheduled job could wait for the next poll.
  const queueing = await startJobs(own, handlers, log, { isWorking: false })
  await queueing.send(own.orm, 'tokens.notice-expiry', {})
  await queueing.stop()
  const jobs = await startJobs(own, handlers, log)
  closeAtEnd(() => jobs.stop())
  const scheduled = await own.queue.executeSql('select name, cron from pgboss.schedule')
  expect(scheduled.rows).toEqual([{ name: 'tokens.notice-expiry', cron: '0 * * * *' }])
  await vi.waitFor(() => expect(sent).toEqual(['owner@example.com']), waiting)
})

it('a delayed job runs later, and drops further jobs with its key until then', async () => {
  const own = await openTestDatabase()
  const handlers = { 'workspaces.mail-credentials': async () => {} } as Partial<JobHandlers> as JobHandlers
  const jobs = await startJobs(own, handlers, { error: () => {} })
  closeAtEnd(() => jobs.stop())
  await own.transaction(async (tx) => {
    for (const key of ['one', 'one', 'other'])
      await jobs.send(
        tx,
        'workspaces.mail-credentials',
        { workspaceId: key, from: '' },
        { seconds: 600, key },
      )
  })
  const { rows } = await own.queue.executeSql(
    "select data->>'workspaceId' as key, start_after > now() + interval '9 minutes' as later from pgboss.job where name = 'workspaces.mail-credentials' order by 1",
  )
  expect(rows).toEqual([
    { key: 'one', later: true },
    { key: 'other', later: true },
  ])
})

it('a later start updates changed queues and schedules, and does not write the others', async () => {
  const own = await openTestDatabase()
  const handlers = {
    'mail.send': async () => {},
    'tokens.notice-expiry': async () => {},
  } as Partial<JobHandlers> as JobHandlers
  const start = async () => (await startJobs(own, handlers, { error: () => {} })).stop()
  const read = async (columns: string) => {
    const { rows } = await own.queue.executeSql(
      `select ${columns} from pgboss.queue q left join pgboss.schedule s using (name)
       where name in ('mail.send', 'tokens.notice-expiry') order by name`,
    )
    return rows
  }
  const written = 'q.updated_on::text as queue, s.updated_on::text as schedule'
  await start()
  const first = await read(written)
  await start()
  expect(await read(written)).toEqual(first)

  await own.queue.executeSql("update pgboss.queue set retry_limit = 1 where name = 'mail.send'")
  await own.queue.executeSql("update pgboss.schedule set cron = '5 * * * *'")
  await start()
  expect(await read('retry_limit, cron')).toEqual([
    { retry_limit: 20, cron: null },
    { retry_limit: 20, cron: '0 * * * *' },
  ])
})

it('a mail of one account is sent before the backlog of another', async () => {
  const own = await openTestDatabase()
  const sent: string[] = []
  const handlers = {
    'mail.send': async (mail: Mail) => void sent.push(mail.to),
  } as Partial<JobHandlers> as JobHandlers
  const jobs = await startJobs(own, handlers, { error: () => {} })
  closeAtEnd(() => jobs.stop())
  await own.transaction(async (tx) => {
    for (let at = 0; at < 200; at += 1) await jobs.sendMail(tx, 'busy', mailTo(`busy-${at}@example.com`))
    await jobs.sendMail(tx, 'quiet', mailTo('quiet@example.com'))
  })
  await vi.waitFor(() => expect(sent).toContain('quiet@example.com'), waiting)
  expect(sent.indexOf('quiet@example.com')).toBeLessThan(20)
})

it('slow jobs of one account leave workers free for the others', async () => {
  const own = await openTestDatabase()
  const sent: string[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const handlers = {
    'mail.send': async ({ to }: Mail) => {
      if (to.startsWith('slow')) await released
      sent.push(to)
    },
  } as Partial<JobHandlers> as JobHandlers
  const jobs = await startJobs(own, handlers, { error: () => {} })
  closeAtEnd(() => jobs.stop())
  // More than all workers can take.
  await own.transaction(async (tx) => {
    for (let at = 0; at < 50; at += 1) await jobs.sendMail(tx, 'slow', mailTo(`slow-${at}@example.com`))
  })
  await vi.waitFor(async () => expect((await stateCounts(own)).active).toBeGreaterThanOrEqual(3), waiting)
  await jobs.sendMail(own.orm, 'quiet', mailTo('quiet@example.com'))
  await vi.waitFor(() => expect(sent).toEqual(['quiet@example.com']), waiting)
  release()
})

it('a slow server delays no delivery to another, and gets one delivery at a time', async () => {
  const own = await openTestDatabase()
  const delivered: string[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const handlers = {
    'webhooks.deliver': async ({ webhookId }) => {
      delivered.push(webhookId)
      if (webhookId.startsWith('slow')) await released
    },
  } as Partial<JobHandlers> as JobHandlers
  const jobs = await startJobs(own, handlers, { error: () => {} })
  closeAtEnd(() => jobs.stop())
  const send = (webhookId: string) =>
    jobs.send(own.orm, 'webhooks.deliver', { webhookId, ownerUserId: 'owner', eventId: 'event', attempt: 1 })
  for (let at = 0; at < 20; at += 1) await send(`slow-${at % 10}`)
  await vi.waitFor(() => expect(delivered).toHaveLength(10), waiting)
  const began = performance.now()
  for (let at = 0; at < 5; at += 1) await send(`quick-${at}`)
  await vi.waitFor(() => expect(delivered).toHaveLength(15), waiting)
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(delivered.filter((id) => id.startsWith('slow'))).toHaveLength(10)
  release()
  await vi.waitFor(() => expect(delivered).toHaveLength(25), waiting)
})

it('requeueParked refuses an unknown job and lists the known ones', async () => {
  const own = await openTestDatabase()
  const jobs = await startJobs(own, { 'mail.send': async () => {} } as Partial<JobHandlers> as JobHandlers, {
    error: () => {},
  })
  closeAtEnd(() => jobs.stop())
  await expect(requeueParked(own, 'mail.sned')).rejects.toThrow(
    'There is no job named mail.sned. Known jobs: mail.send.',
  )
})

it('a job that fails permanently is logged and parked, and runs again once it is requeued', async () => {
  const own = await openTestDatabase()
  const logged: string[] = []
  let isBroken = true
  const handlers = {
    'mail.send': async () => {
      if (isBroken) throw new Error('no such mailbox')
    },
  } as Partial<JobHandlers> as JobHandlers
  const jobs = await startJobs(own, handlers, { error: (_, message) => logged.push(message) })
  closeAtEnd(() => jobs.stop())
  await own.transaction(async (tx) => {
    await jobs.sendMail(tx, 'account', mailTo('gone@example.com'))
    // The job is parked when its last retry fails.
    await tx.execute(
      sql`update pgboss.job set retry_count = retry_limit - 1, started_on = now() where name = 'mail.send'`,
    )
  })
  const parked = async () => (await jobs.depth()).find(({ name }) => name === 'mail.send')?.parked
  await vi.waitFor(async () => expect(await parked()).toBe(1), waiting)
  expect(logged).toEqual(['a job failed permanently and was parked'])
  isBroken = false
  expect(await requeueParked(own, 'mail.send')).toBe(1)
  expect(await parked()).toBe(0)
  await vi.waitFor(async () => expect((await stateCounts(own)).completed).toBe(1), waiting)
})

const allJobs: Record<JobName, true> = {
  'mail.send': true,
  'billing.integrate': true,
  'billing.push-details': true,
  'billing.end-subscription': true,
  'billing.find-closed': true,
  'billing.report-double': true,
  'billing.end-closed': true,
  'billing.reconcile': true,
  'billing.reconcile-account': true,
  'billing.find-unpaid': true,
  'billing.suspend-unpaid': true,
  'tokens.notice-expiry': true,
  'tokens.notice-old-secret': true,
  'members.mail-roles': true,
  'workspaces.mail-credentials': true,
  'webhooks.deliver': true,
  'access-review.remind': true,
  'people.end-pauses': true,
  'data.purge': true,
}

it('an idle process polls the queue fewer than five times a second, and takes a mail within two seconds', async () => {
  const own = await openTestDatabase()
  const work = vi.spyOn(PgBoss.prototype, 'work').mockResolvedValue('worker')
  closeAtEnd(async () => work.mockRestore())
  const handlers = Object.fromEntries(Object.keys(allJobs).map((name) => [name, async () => {}]))
  const jobs = await startJobs(own, handlers as unknown as JobHandlers, { error: () => {} })
  closeAtEnd(() => jobs.stop())
  const options = new Map(work.mock.calls.map(([name, workOptions]) => [name, workOptions as WorkOptions]))
  const polls = [...options.values()].map(
    ({ localConcurrency = 1, pollingIntervalSeconds = 2 }) => localConcurrency / pollingIntervalSeconds,
  )
  const streamPolls = 1_000 / streamPollMs
  expect(polls.reduce((sum, perSecond) => sum + perSecond, streamPolls)).toBeLessThan(5)
  expect(options.get('mail.send')?.pollingIntervalSeconds).toBeLessThanOrEqual(2)
})
