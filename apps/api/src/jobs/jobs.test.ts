/** The job queue and its transactions, on both database engines. */
import { expect, it, vi } from 'vitest'
import type { Mail } from '../gateways/mail/mail.ts'
import { closeAtEnd } from '../testing/close-at-end.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { type JobHandlers, startJobs } from './jobs.ts'

const database = await openTestDatabase()
const waiting = { timeout: 20_000, interval: 50 }
const mailTo = (to: string): Mail => ({ to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' })

it('a job runs only if the transaction that queued it commits', async () => {
  const sent: string[] = []
  const handlers = {
    'mail.send': async (mail: Mail) => void sent.push(mail.to),
  } as Partial<JobHandlers> as JobHandlers
  const jobs = await startJobs(database, handlers, { error: () => {} })
  closeAtEnd(() => jobs.stop())
  const lost = database.transaction(async (tx) => {
    await jobs.send(tx, 'mail.send', mailTo('nobody@example.com'))
    throw new Error('not kept')
  })
  await expect(lost).rejects.toThrow('not kept')
  await database.transaction(async (tx) => {
    await jobs.send(tx, 'mail.send', mailTo('first@example.com'))
    await jobs.send(tx, 'mail.send', mailTo('second@example.com'))
  })
  await vi.waitFor(
    () => expect(sent.toSorted()).toEqual(['first@example.com', 'second@example.com']),
    waiting,
  )
})

it('expiry notices are scheduled hourly, and a job can queue other jobs', async () => {
  const own = await openTestDatabase()
  const sent: string[] = []
  const handlers = {
    'mail.send': async (mail: Mail) => void sent.push(mail.to),
    'tokens.notice-expiry': async (_, jobs) => {
      await own.transaction((tx) => jobs.send(tx, 'mail.send', mailTo('owner@example.com')))
    },
  } as Partial<JobHandlers> as JobHandlers
  const jobs = await startJobs(own, handlers, { error: () => {} })
  closeAtEnd(() => jobs.stop())
  const scheduled = await own.queue.executeSql('select name, cron from pgboss.schedule')
  expect(scheduled.rows).toEqual([{ name: 'tokens.notice-expiry', cron: '0 * * * *' }])
  await jobs.send(own.orm, 'tokens.notice-expiry', {})
  await vi.waitFor(() => expect(sent).toEqual(['owner@example.com']), waiting)
})
