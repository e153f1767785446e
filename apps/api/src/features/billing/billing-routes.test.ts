import { account } from '@portal/contract/account/account'
import type { BillingInput } from '@portal/contract/billing/billing'
import { billing } from '@portal/contract/billing/billing'
import { messages } from '@portal/contract/messages'
import { describe, expect, it } from 'vitest'
import { BillingRefusedError } from '../../gateways/billing/billing.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import {
  allCallers,
  billingNavigation,
  done,
  emailNeeded,
  ok,
  ownAccount,
  ownBilling,
  termsNeeded,
} from '../../testing/outcome-groups.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'
import { billingJobs } from './billing-jobs.ts'
import { billingAccounts } from './billing-table.ts'

const test = useTestApp()

const details: BillingInput = {
  firstName: ' Ada ',
  lastName: 'Lovelace',
  companyInformation: { legalName: 'Engines Ltd.', phoneNumber: '+44 20 7946 0000' },
  billingInformation: { addressLine1: 'Street 1', zipCode: 'N1 9GU', city: 'London', country: 'GB' },
}

const as = (me: SignedIn) => [{ params: { userId: me.user.id } }, { session: me.session }] as const
const read = (me: SignedIn) => test.send(billing.readDetails, ...as(me))
const save = (me: SignedIn, body: object) =>
  test.send(
    billing.saveDetails,
    { params: { userId: me.user.id }, body: body as BillingInput },
    { session: me.session },
  )
const subscription = async (me: SignedIn) =>
  (await test.send(billing.activeSubscription, ...as(me))).body.activeSubscription
const jobNames = () => test.jobs.sent.map(({ name }) => name)
const runJobs = async () => {
  const handlers = billingJobs(test.services)
  for (const { name, data } of test.jobs.sent.splice(0))
    if (name === 'billing.integrate' || name === 'billing.push-details')
      await handlers[name](data as { userId: string }, test.jobs)
}

describe('Billing details', () => {
  it("default to the profile's names and include the URLs that redirect to the provider", async () => {
    const me = await makeSignedIn(test)
    const { billingDetails } = (await read(me)).body
    const pages = `http://localhost:9001/users/${me.user.id}/billing`
    expect(billingDetails).toMatchObject({
      firstName: me.user.firstName,
      lastName: me.user.lastName,
      email: me.user.email,
      customerCheckoutUrl: `${pages}/checkout`,
      customerPortalUrl: `${pages}/portal`,
    })
    expect(Object.values(billingDetails.billingInformation)).toEqual(Array(6).fill(null))
    expect(test.billing.reads + test.billing.writes.length).toBe(0)
  })

  it("are stored immediately, also update the profile's names, and are sent to the provider later", async () => {
    const me = await makeSignedIn(test)
    test.billing.isAway = true
    const saved = await save(me, { ...details, email: me.user.email.toUpperCase(), requestUlid: 'x' })
    expect(saved.status).toBe(200)
    expect(saved.body).toEqual((await read(me)).body)
    expect(saved.body.billingDetails).toMatchObject({
      firstName: 'Ada',
      companyInformation: { legalName: 'Engines Ltd.', legalNumber: null },
      billingInformation: { zipCode: 'N1 9GU', state: null, country: 'GB' },
    })
    const { user } = (await test.send(account.whoami, {}, { session: me.session })).body
    expect(user).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', nickname: me.user.nickname })
    await expect(runJobs()).rejects.toThrow('did not answer')
    test.billing.isAway = false
    await save(me, details)
    await runJobs()
    expect(test.billing.writes.filter(({ name }) => name === 'details')).toMatchObject([
      {
        data: {
          name: 'Engines Ltd.',
          phone: '+44 20 7946 0000',
          address: { line1: 'Street 1', line2: '', country: 'GB' },
        },
      },
    ])
  })

  it('are sent to the provider at most 20 times in 10 minutes, however often they are saved', async () => {
    const me = await makeSignedIn(test)
    for (let at = 0; at < 200; at += 1) await save(me, details)
    await runJobs()
    expect(test.billing.writes.filter(({ name }) => name === 'details')).toHaveLength(20)
    expect((await save(me, details)).errorType).toBe('TooManyRequests')
  })

  it('keep fields that are not sent, and clear a field with null', async () => {
    const me = await makeSignedIn(test)
    await save(me, { ...details, companyInformation: { legalName: 'Kept', legalNumber: '7' } })
    const saved = await save(me, { ...details, companyInformation: { legalNumber: null } })
    expect(saved.body.billingDetails.companyInformation).toMatchObject({
      legalName: 'Kept',
      legalNumber: null,
    })
  })

  it('accept saves of single fields once they are complete', async () => {
    const me = await makeSignedIn(test)
    const before = (await save(me, details)).body.billingDetails
    const saved = await save(me, { billingInformation: { city: 'Paris', country: 'FR' } })
    expect(saved.body.billingDetails).toEqual({
      ...before,
      billingInformation: { ...before.billingInformation, city: 'Paris', country: 'FR' },
    })
    expect((await save(me, {})).body).toEqual(saved.body)
    const cleared = await save(me, { billingInformation: { city: null } })
    expect(cleared.error?.issues).toEqual([{ path: 'billingInformation.city', message: messages.required }])
  })

  it('report every required field that is still empty', async () => {
    const me = await makeSignedIn(test, { firstName: null })
    const refused = await save(me, { companyInformation: { legalName: 'Engines Ltd.' } })
    expect(refused.error?.issues).toEqual(
      [
        'firstName',
        ...['addressLine1', 'zipCode', 'city', 'country'].map((name) => `billingInformation.${name}`),
      ].map((path) => ({ path, message: messages.required })),
    )
    expect((await read(me)).body.billingDetails.companyInformation.legalName).toBeNull()
  })

  it("store the profile's names with the first save, so that they are sent to the provider", async () => {
    const me = await makeSignedIn(test, { firstName: 'Ada', lastName: 'King' })
    await save(me, { billingInformation: details.billingInformation })
    await runJobs()
    expect(test.billing.writes.filter(({ name }) => name === 'details')).toMatchObject([
      { data: { name: 'Ada King' } },
    ])
  })

  it('leave a profile name unchanged that the save does not change', async () => {
    const me = await makeSignedIn(test)
    await save(me, details)
    const params = { userId: me.user.id }
    await test.send(account.update, { params, body: { firstName: 'Augusta' } }, { session: me.session })
    await save(me, { ...details, lastName: 'King' })
    const { user } = (await test.send(account.whoami, {}, { session: me.session })).body
    expect(user).toMatchObject({ firstName: 'Augusta', lastName: 'King' })
  })

  it('accept stored values that break the current rules, and refuse new ones that do', async () => {
    const me = await makeSignedIn(test, { firstName: 'Ada <The Countess>' })
    const odd = { legalName: 'Engines "Ltd."', addressLine1: 'Street; 1', country: 'Germany' }
    await test.database.orm
      .insert(billingAccounts)
      .values({ userId: me.user.id, ...odd, zipCode: '1', city: 'Berlin' })
    const { billingDetails } = (await read(me)).body
    const { companyInformation, billingInformation } = billingDetails
    const all = { ...billingDetails, billingInformation: { ...billingInformation, city: 'Bonn' } }
    expect((await save(me, all)).body.billingDetails.billingInformation).toEqual(all.billingInformation)
    const paths = async (change: object) => (await save(me, change)).error?.issues?.map(({ path }) => path)
    expect(await paths({ firstName: 'Ada <' })).toEqual(['firstName'])
    const legalName = 'Engines "Inc."'
    expect(await paths({ companyInformation: { ...companyInformation, legalName } })).toEqual([
      'companyInformation.legalName',
    ])
    expect(await paths({ billingInformation: { country: 'France' } })).toEqual(['billingInformation.country'])
  })

  it('keep all of several concurrent saves of different fields', async () => {
    const me = await makeSignedIn(test)
    await save(me, details)
    await Promise.all([
      save(me, { companyInformation: { legalNumber: '7' } }),
      save(me, { billingInformation: { city: 'Paris' } }),
      save(me, { lastName: 'King' }),
    ])
    const { billingDetails } = (await read(me)).body
    expect(billingDetails).toMatchObject({
      firstName: 'Ada',
      lastName: 'King',
      companyInformation: { legalName: 'Engines Ltd.', legalNumber: '7' },
      billingInformation: { addressLine1: 'Street 1', city: 'Paris' },
    })
    const { user } = (await test.send(account.whoami, {}, { session: me.session })).body
    expect(user).toMatchObject({ firstName: 'Ada', lastName: 'King' })
  })

  it.each<[string, object, string]>([
    ['firstName', { firstName: ' ' }, messages.required],
    ['firstName', { firstName: 'www.x' }, messages.personName],
    [
      'billingInformation.city',
      { billingInformation: { ...details.billingInformation, city: '' } },
      messages.required,
    ],
    [
      'billingInformation.addressLine1',
      { billingInformation: { ...details.billingInformation, addressLine1: '<b>' } },
      messages.textField,
    ],
    [
      'billingInformation.country',
      { billingInformation: { ...details.billingInformation, country: 'Germany' } },
      messages.pattern,
    ],
    ...['XX', 'EU', 'UK', 'de', 'GB\n', '__'].map((country): [string, object, string] => [
      'billingInformation.country',
      { billingInformation: { ...details.billingInformation, country } },
      messages.pattern,
    ]),
    [
      'email',
      { email: 'other@example.com' },
      "Your email is managed by your sign-in provider and can't be changed here",
    ],
  ])('refuse an invalid %s and stay unchanged', async (path, change, message) => {
    const me = await makeSignedIn(test)
    const refused = await save(me, { ...details, ...change })
    expect(refused.error?.issues).toEqual([{ path, message }])
    expect((await read(me)).body.billingDetails.billingInformation.city).toBeNull()
    expect(test.jobs.sent).toEqual([])
  })

  it('cannot be read or saved by another user', async () => {
    const [me, other] = [await makeSignedIn(test), await makeSignedIn(test)]
    const mine = { session: me.session }
    const params = { userId: other.user.id }
    expect((await test.send(billing.readDetails, { params }, mine)).status).toBe(404)
    expect((await test.send(billing.saveDetails, { params, body: details }, mine)).status).toBe(404)
  })
})

describe('The subscription', () => {
  it('is null before the user has one', async () => {
    const me = await makeSignedIn(test)
    expect(await subscription(me)).toBeNull()
    expect((await test.send(billing.hasDetails, ...as(me))).body).toEqual({ paymentDetailsSet: false })
  })

  it.each([
    ['active', true],
    ['trialing', true],
    ['past_due', true],
    ['unpaid', false],
    ['canceled', false],
  ])('with the status %s is returned as active: %s', async (subscriptionStatus, counts) => {
    const me = await makeSignedIn(test)
    const endingAt = new Date('2039-01-31T00:00:00Z')
    const row = {
      userId: me.user.id,
      planCode: 'monthly',
      isFreeTierExceeded: true,
      endingAt,
      subscriptionStatus,
    }
    await test.database.orm.insert(billingAccounts).values({ ...row, hasPaymentDetails: true })
    test.billing.isAway = true
    const expected = {
      planCode: 'monthly',
      isTrial: false,
      endingAt: '2039-01-31T00:00:00.000Z',
      exceededFreeTier: true,
    }
    expect(await subscription(me)).toEqual(counts ? expected : null)
    expect((await test.send(billing.hasDetails, ...as(me))).body).toEqual({ paymentDetailsSet: true })
  })

  it('is created once, however often the portal requests the integration', async () => {
    const me = await makeSignedIn(test)
    const ask = () => test.send(billing.createIntegration, ...as(me))
    const replies = await Promise.all([ask(), ask(), ask()])
    expect(replies.map(({ status }) => status)).toEqual([204, 204, 204])
    await runJobs()
    expect(test.billing.writes.map(({ name }) => name)).toEqual(['customer', 'trial'])
    expect(await subscription(me)).toMatchObject({ planCode: 'trial', isTrial: true })
    expect((await ask()).status).toBe(204)
    expect(test.jobs.sent).toEqual([])
  })

  it('is not created for an unverified address', async () => {
    const me = await makeSignedIn(test, { emailVerified: false })
    expect((await test.send(billing.createIntegration, ...as(me))).errorType).toBe('EmailNotVerified')
  })
})

describe('The redirects to the provider', () => {
  const open = async (me: SignedIn, call: typeof billing.checkout | typeof billing.portal) =>
    String((await test.send(call as typeof billing.checkout, ...as(me))).headers.location)

  it('create the customer first if there is none', async () => {
    const me = await makeSignedIn(test)
    expect(await open(me, billing.portal)).toBe(`https://billing.example/portal?customer=cus_${me.user.id}`)
    expect(await subscription(me)).toMatchObject({ isTrial: true })
  })

  it('ask for a payment method while a subscription exists, and for the monthly plan otherwise, as the provider says at that moment', async () => {
    const me = await makeSignedIn(test)
    expect(await open(me, billing.checkout)).toContain('/setup?')
    test.billing.change(`cus_${me.user.id}`, { status: 'canceled' })
    expect(await open(me, billing.checkout)).toContain('/subscribe?')
    test.billing.change(`cus_${me.user.id}`, { status: 'active' })
    expect(await open(me, billing.checkout)).toContain('/setup?')
  })

  it('only ask for a payment method while the user is suspended, even without a subscription', async () => {
    const me = await makeSignedIn(test, { suspendedAt: new Date() })
    await open(me, billing.checkout)
    test.billing.change(`cus_${me.user.id}`, { status: 'canceled' })
    expect(await open(me, billing.checkout)).toContain('/setup?')
  })

  it('return to the billing page, which says that it failed, when the provider refuses the request', async () => {
    const me = await makeSignedIn(test)
    test.billing.delay = () => Promise.reject(new BillingRefusedError(new Error('No such price')))
    expect(await open(me, billing.checkout)).toBe('http://localhost:9000/billing?problem=failed')
  })

  it('return to the billing page with the reason while the provider is unavailable or not configured', async () => {
    const me = await makeSignedIn(test)
    const suspended = await makeSignedIn(test, { suspendedAt: new Date() })
    test.billing.isAway = true
    expect(await open(me, billing.checkout)).toBe('http://localhost:9000/billing?problem=unavailable')
    expect(await open(suspended, billing.portal)).toBe(
      'http://localhost:9000/suspension-notice?problem=unavailable',
    )
    test.billing.isConfigured = false
    expect(await open(me, billing.portal)).toBe('http://localhost:9000/billing?problem=not-configured')
  })
})

it('Billing works without a configured provider and queues no jobs', async () => {
  test.billing.isConfigured = false
  const me = await makeSignedIn(test)
  expect((await save(me, details)).status).toBe(200)
  expect((await test.send(billing.createIntegration, ...as(me))).status).toBe(204)
  expect(await subscription(me)).toBeNull()
  expect(jobNames()).toEqual([])
})

testOutcomes(test, billing, {
  readDetails: ownBilling,
  saveDetails: {
    ...ownAccount(ok),
    ...termsNeeded,
    ...emailNeeded,
    body: {
      firstName: 'Pat',
      lastName: 'Person',
      companyInformation: {},
      billingInformation: { addressLine1: 'Street 1', zipCode: '12345', city: 'Town', country: 'DE' },
    },
  },
  activeSubscription: ownBilling,
  hasDetails: ownBilling,
  overview: ownBilling,
  listInvoices: ownBilling,
  createIntegration: { ...ownAccount(done), ...termsNeeded, ...emailNeeded },
  checkout: billingNavigation('https://billing.example/setup'),
  portal: billingNavigation('https://billing.example/portal'),
  webhook: allCallers('400 ValidationError'),
})
