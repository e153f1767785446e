import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../apps/api/src/config.ts'
import type { Database } from '../../apps/api/src/db/database.ts'
import { stateChange } from '../../apps/api/src/features/billing/billing-rules.ts'
import { billingAccounts } from '../../apps/api/src/features/billing/billing-table.ts'
import { StripeBilling } from '../../apps/api/src/gateways/billing/billing-stripe.ts'
import { openTestDatabase } from '../../apps/api/src/testing/open-test-database.ts'
import { buildBilling } from '../../stand-ins/billing/build-billing.ts'
import type { StandIn } from '../../stand-ins/serving/stand-in-server.ts'
import { seedDemo } from './demo.ts'
import { seedDemoBilling } from './demo-billing.ts'
import type { SeededPeople } from './demo-data.ts'

const now = new Date()
const dataDir = mkdtempSync(join(tmpdir(), 'portal-demo-billing-'))
const folder = join(dataDir, 'stand-ins', 'billing')

let database: Database
let people: SeededPeople
let standIn: StandIn
let gateway: StripeBilling

const seedBilling = () => seedDemoBilling(database, people, { billingUrl: standIn.origin, now })
const rows = () => database.orm.select().from(billingAccounts).orderBy(billingAccounts.userId)

async function list(path: string): Promise<unknown> {
  const headers = { authorization: 'Bearer sk_test_local' }
  const url = new URL(`/v1/${path}`, standIn.origin)
  url.searchParams.set('limit', '100')
  const response = await fetch(url, { headers })
  expect(response.status).toBe(200)
  return response.json()
}

async function accountOf({ id }: { id: string }) {
  const [row] = await database.orm.select().from(billingAccounts).where(eq(billingAccounts.userId, id))
  if (!row?.customerId) throw new Error('The customer does not exist.')
  return { ...row, customerId: row.customerId }
}

beforeAll(async () => {
  database = await openTestDatabase()
  const addresses = { managedUrl: 'http://localhost:8081', localUrl: 'http://localhost:8080' }
  people = await seedDemo(database, { ...addresses, termsVersion: '2024-09-25', now })
  standIn = await buildBilling({
    port: 0,
    dataFolder: folder,
    secretKey: 'sk_test_local',
    webhookUrl: '',
    webhookSecret: 'whsec_local',
  })
  await standIn.listen()
  gateway = new StripeBilling(readConfig({ STRIPE_API_URL: standIn.origin }))
  await seedBilling()
})
afterAll(async () => {
  await standIn.close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the billing of the demo users', () => {
  it('is stored as the API would read it from the billing provider', async () => {
    const accounts = await rows()
    expect(accounts).toHaveLength(4)
    for (const account of accounts) {
      const state = await gateway.readState(account.customerId ?? '', now)
      expect(account).toMatchObject(stateChange(state, undefined))
    }
  })

  it('gives the owner paid invoices, and an open one whose charge was refused', async () => {
    const account = await accountOf(people.owner)
    expect(account).toMatchObject({ planCode: 'monthly', isTrial: false, legalName: 'Fernhill Robotics Ltd' })
    const [newest, ...others] = await gateway.listInvoices(account.customerId, now)
    expect(newest).toMatchObject({ status: 'open', total: 10_000, isOverdue: true })
    expect(others.length).toBeGreaterThan(2)
    expect(others.every(({ status }) => status === 'paid')).toBe(true)
    const days = others.map(({ createdAt }) => createdAt.getTime() / 86_400_000)
    for (const [at, day] of days.slice(1).entries()) expect((days[at] ?? 0) - day).toBeGreaterThan(27)
  })

  it('gives the collaborator a trial that ends within days, and staff the internal plan', async () => {
    const trial = await accountOf(people.collaborator)
    expect(trial).toMatchObject({ planCode: 'trial', isTrial: true, hasPaymentDetails: false })
    expect(trial.endingAt?.getTime()).toBeGreaterThan(now.getTime())
    expect(trial.endingAt?.getTime()).toBeLessThan(now.getTime() + 4 * 86_400_000)
    expect(await accountOf(people.staff)).toMatchObject({ planCode: 'si_internal' })
  })

  it('leaves the suspended user with an invoice that has been unpaid for more than 30 days', async () => {
    const { unpaidSince } = await accountOf(people.suspended)
    expect(now.getTime() - (unpaidSince?.getTime() ?? now.getTime())).toBeGreaterThan(30 * 86_400_000)
  })

  it('is not changed by seeding again', async () => {
    // The events include every change. The file would be written with a delay.
    const lists = ['customers', 'subscriptions?status=all', 'invoices', 'payment_methods', 'events']
    const stored = () => Promise.all([rows(), ...lists.map(list)])
    const before = await stored()
    await seedBilling()
    expect(await stored()).toEqual(before)
  })
})
