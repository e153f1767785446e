/** The gateway on Stripe's own library, against a billing service in a process of its own, over real HTTP (RULES section 8). */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BillingInput } from '@portal/contract/billing'
import { billing } from '@portal/contract/billing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { openBillingGateway } from '../../gateways/billing.ts'
import type { Services } from '../../services.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { billingJobs } from './billing-jobs.ts'

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return address !== null && typeof address === 'object' ? address.port : 0
}

const [apiPort, port] = [await freePort(), await freePort()]
const origin = `http://localhost:${port}`
const test = useTestApp({ STRIPE_API_URL: origin })
const main = join(import.meta.dirname, '../../../../../stand-ins/billing/main.ts')
const card = { number: '4242424242424242', expiry: '12/49', cvc: '123', name: 'Pat' }

let services: Services
let service: ChildProcess
let folder: string

beforeAll(async () => {
  await test.app.close()
  services = { ...test.services, billing: openBillingGateway(test.config) }
  test.app = await buildApp(services)
  folder = await mkdtemp(join(tmpdir(), 'billing-journey-'))
  service = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      BILLING_PORT: String(port),
      BILLING_WEBHOOK_URL: `http://127.0.0.1:${apiPort}/billing/webhook`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (service.stdout) await once(service.stdout, 'data')
  await test.app.listen({ host: '127.0.0.1', port: apiPort })
}, 30_000)

afterAll(async () => {
  service.kill()
  await once(service, 'exit')
  await rm(folder, { recursive: true, force: true })
})

const as = (me: SignedIn) => [{ params: { userId: me.user.id } }, { session: me.session }] as const
const subscription = async (me: SignedIn) =>
  (await test.send(billing.activeSubscription, ...as(me))).body.activeSubscription
const isPaymentSet = async (me: SignedIn) =>
  (await test.send(billing.hasDetails, ...as(me))).body.paymentDetailsSet
const leadTo = async (me: SignedIn, call: typeof billing.checkout | typeof billing.portal) =>
  String((await test.send(call as typeof billing.checkout, ...as(me))).headers.location)
const integrate = (me: SignedIn) => billingJobs(services)['billing.integrate']({ userId: me.user.id })

async function put(path: string, body: object): Promise<Record<string, unknown>> {
  const reply = await fetch(origin + path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await reply.json()) as Record<string, unknown>
}
const advance = (me: SignedIn, advanceDays: number) =>
  put(`/api/customers/${me.user.email}/clock`, { advanceDays })

const fillIn = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

async function held(
  me: SignedIn,
): Promise<{ id: string; name: string; invoices: { status: string; total: number }[] }> {
  const reply = await fetch(`${origin}/api/customers/${me.user.email}`)
  return (await reply.json()) as Awaited<ReturnType<typeof held>>
}

describe('with the real library', () => {
  it('begins one trial, however often and from wherever it is asked', async () => {
    const me = await makeSignedIn(test)
    await Promise.all([integrate(me), integrate(me), integrate(me)])
    const trial = await subscription(me)
    expect(trial).toMatchObject({ planCode: 'trial', isTrial: true, exceededFreeTier: false })
    const days = (Date.parse(trial?.endingAt ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThan(30.1)
    expect((await held(me)).invoices).toHaveLength(1)
    await advance(me, 31)
    expect(await subscription(me)).toBeNull()
    await integrate(me)
    expect(await subscription(me)).toBeNull()
  })

  it('keeps a card from checkout, and goes on with the monthly subscription after the trial', async () => {
    const me = await makeSignedIn(test)
    await integrate(me)
    const page = await leadTo(me, billing.checkout)
    const declined = await fillIn(page, { ...card, number: '4000000000000002' })
    expect(await declined.text()).toContain('Your card was declined.')
    expect(await isPaymentSet(me)).toBe(false)
    const done = await fillIn(page, card)
    expect(done.headers.get('location')).toBe('http://localhost:9000/billing?checkout=done')
    expect(await isPaymentSet(me)).toBe(true)
    expect(await subscription(me)).toMatchObject({ planCode: 'monthly', isTrial: true })
    await advance(me, 31)
    expect(await subscription(me)).toEqual({
      planCode: 'monthly',
      isTrial: false,
      endingAt: null,
      exceededFreeTier: true,
    })
    expect((await held(me)).invoices).toMatchObject([{ status: 'paid', total: 10_000 }, { total: 0 }])
  })

  it('goes on after the trial with a card that was left in the provider’s portal, too', async () => {
    const me = await makeSignedIn(test)
    await integrate(me)
    await fillIn(`${await leadTo(me, billing.portal)}/card`, card)
    expect(await subscription(me)).toMatchObject({ planCode: 'trial', isTrial: true })
    await advance(me, 28)
    expect(await subscription(me)).toMatchObject({ planCode: 'monthly', isTrial: true })
    await advance(me, 3)
    expect(await subscription(me)).toMatchObject({ planCode: 'monthly', isTrial: false })
  })

  it('sells the monthly subscription once the trial is over, and shows its invoice in the portal', async () => {
    const me = await makeSignedIn(test)
    await integrate(me)
    await advance(me, 31)
    await fillIn(await leadTo(me, billing.checkout), card)
    expect(await subscription(me)).toMatchObject({
      planCode: 'monthly',
      isTrial: false,
      exceededFreeTier: true,
    })
    expect(await isPaymentSet(me)).toBe(true)
    const portal = await (await fetch(await leadTo(me, billing.portal))).text()
    expect(portal).toContain('href="http://localhost:9000/billing"')
    expect(portal).toContain('$100.00')
  })

  it('pays with a new card what an old one owes', async () => {
    const me = await makeSignedIn(test)
    await integrate(me)
    await fillIn(await leadTo(me, billing.checkout), { ...card, number: '4000000000000341' })
    await advance(me, 31)
    expect((await held(me)).invoices[0]).toMatchObject({ status: 'open', total: 10_000 })
    await fillIn(await leadTo(me, billing.checkout), card)
    expect((await held(me)).invoices[0]).toMatchObject({ status: 'paid' })
    expect(await subscription(me)).toMatchObject({ planCode: 'monthly', isTrial: false })
  })

  it('follows a plan that was set at the provider, also for somebody it has not met', async () => {
    const me = await makeSignedIn(test)
    for (const [plan, planCode] of [
      ['internal', 'si_internal'],
      ['free', 'free'],
      ['monthly', 'monthly'],
      ['trial', 'trial'],
    ]) {
      const reply = await put(`/api/customers/${me.user.email}/plan`, { plan })
      expect(reply.isWebhookTaken).toBe(true)
      expect(await subscription(me)).toMatchObject({ planCode, isTrial: plan === 'trial' })
    }
    await integrate(me)
    expect(await subscription(me)).toMatchObject({ planCode: 'trial' })
  })

  it('sends saved details after an outage, and nothing hangs meanwhile', async () => {
    const me = await makeSignedIn(test)
    await integrate(me)
    await put('/api/failure', { mode: 'down' })
    const body: BillingInput = {
      firstName: 'Ada',
      lastName: 'Lovelace',
      companyInformation: { legalName: 'Engines Ltd.', phoneNumber: '1'.repeat(40) },
      billingInformation: { addressLine1: 'Street 1', zipCode: 'N1', city: 'London', country: 'GB' },
    }
    const began = Date.now()
    const saved = await test.send(
      billing.saveDetails,
      { params: { userId: me.user.id }, body },
      { session: me.session },
    )
    expect(saved.status).toBe(200)
    expect(await subscription(me)).toMatchObject({ isTrial: true })
    expect(await leadTo(me, billing.checkout)).toBe('http://localhost:9000/billing?problem=unavailable')
    expect(Date.now() - began).toBeLessThan(6_000)
    const push = () => billingJobs(services)['billing.push-details']({ userId: me.user.id })
    await expect(push()).rejects.toThrow('did not answer')
    await put('/api/failure', { mode: 'none' })
    await push()
    await push()
    expect(await held(me)).toMatchObject({
      name: 'Engines Ltd.',
      phone: null,
      address: { line1: 'Street 1', line2: null, city: 'London', country: 'GB' },
      metadata: { userId: me.user.id, contactName: 'Ada Lovelace' },
    })
  })
})
