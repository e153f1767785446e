/** Mails about sign-ins from browsers that have not signed in to the account before. */
import { dayMs } from '@portal/contract/durations'
import { expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { signInThroughProvider } from '../../testing/sign-in-through-provider.ts'
import { purge } from '../purge/purge-jobs.ts'
import { signInDevices } from './sign-in-table.ts'

const test = useTestApp()
const email = 'somebody@example.com'
const subject = 'auth0|somebody'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0'
const notices = () => test.jobs.mailsTo(email).filter((mail) => /New sign-in/.test(mail.subject))
const device = (letter: string) => ({ cookie: `portal_device=${letter.repeat(43)}` })

it('A sign-in from a new browser is mailed once, with the browser, time and IP address', async () => {
  test.identity.add({ subject, email })
  await signInThroughProvider(test, subject, device('a'))
  await signInThroughProvider(test, subject, device('a'))
  expect(notices()).toEqual([])
  await signInThroughProvider(test, subject, { ...device('b'), 'user-agent': firefox })
  await signInThroughProvider(test, subject, { ...device('b'), 'user-agent': firefox })
  expect(notices()).toHaveLength(1)
  expect(notices()[0]?.text).toMatch(/Firefox on Windows, on .* UTC, from the IP address 127\.\u2060?0/)
})

it('The stored digests of a device cannot link two accounts', async () => {
  for (const name of ['one', 'two'])
    test.identity.add({ subject: `auth0|${name}`, email: `${name}@example.com` })
  await signInThroughProvider(test, 'auth0|one', device('a'))
  await signInThroughProvider(test, 'auth0|two', device('a'))
  const rows = await test.database.orm.select().from(signInDevices)
  const digests = rows.map(({ deviceHash }) => Buffer.from(deviceHash).toString('hex'))
  expect(new Set(digests).size).toBe(2)
})

it('A sign-in with an unverified address is never mailed', async () => {
  test.identity.add({ subject, email, isEmailVerified: false })
  await signInThroughProvider(test, subject, device('a'))
  await signInThroughProvider(test, subject, device('b'))
  expect(test.jobs.mailsTo(email)).toEqual([])
})

it('A device is forgotten after a year, unless it is the last one of its account', async () => {
  test.identity.add({ subject, email })
  await signInThroughProvider(test, subject, device('a'))
  await signInThroughProvider(test, subject, device('b'))
  test.clockOffsetMs = 366 * dayMs
  await purge({ ...test.services, liveSubscriptions: [] })
  expect(await test.database.orm.select().from(signInDevices)).toHaveLength(1)
  await purge({ ...test.services, liveSubscriptions: [] })
  expect(await test.database.orm.select().from(signInDevices)).toHaveLength(1)
})
