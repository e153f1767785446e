import { isNotNull } from 'drizzle-orm'
import { readConfig } from '../../apps/api/src/config.ts'
import type { Database } from '../../apps/api/src/db/database.ts'
import { stateChange } from '../../apps/api/src/features/billing/billing-rules.ts'
import { billingAccounts } from '../../apps/api/src/features/billing/billing-table.ts'
import { StripeBilling } from '../../apps/api/src/gateways/billing/billing-stripe.ts'
import type { CustomerHistory } from '../../stand-ins/billing/customer-history.ts'
import { DemoClock } from './demo-clock.ts'
import type { DemoPerson, DemoPersonName, SeededPeople } from './demo-people.ts'
import { SeedProblem } from './seed-problem.ts'

type Details = Partial<typeof billingAccounts.$inferInsert>
type History = Omit<CustomerHistory, 'customer'>

const acceptedCard = '4242 4242 4242 4242'
/** A card that can be added and refuses every charge. */
const refusedCard = '4000 0000 0000 0341'

function card(number: string, at: Date, holder: string) {
  const expiry = `12 / ${at.getUTCFullYear() + 3}`
  return { at, holder, card: { number, expiry, cvc: '123' } }
}

/** Returns the same day some months earlier, or the last day of a shorter month. */
function monthsBefore(date: Date, months: number): Date {
  const earlier = new Date(date)
  earlier.setUTCDate(1)
  earlier.setUTCMonth(earlier.getUTCMonth() - months)
  const lastDay = new Date(Date.UTC(earlier.getUTCFullYear(), earlier.getUTCMonth() + 1, 0)).getUTCDate()
  earlier.setUTCDate(Math.min(date.getUTCDate(), lastDay))
  return earlier
}

/** The plan, start and cards of each demo user. */
function historiesAt(clock: DemoClock): Partial<Record<DemoPersonName, History & { details?: Details }>> {
  const firstCharge = monthsBefore(clock.daysAgo(2, '06:12'), 4)
  const trialOf = (end: Date) => new Date(end.getTime() - 30 * 86_400_000)
  const suspendedCharge = monthsBefore(clock.daysAgo(41, '12:00'), 1)
  return {
    staff: { plan: 'internal', startedAt: clock.daysAgo(519) },
    owner: {
      plan: 'monthly',
      startedAt: trialOf(firstCharge),
      trialEndsAt: firstCharge,
      cards: [
        card(acceptedCard, new Date(firstCharge.getTime() - 5 * 86_400_000), 'Odile Owens'),
        card(refusedCard, clock.daysAgo(12, '09:05'), 'Odile Owens'),
      ],
      details: {
        legalName: 'Fernhill Robotics Ltd',
        legalNumber: '09417388',
        taxIdentificationNumber: 'GB318204917',
        phoneNumber: '+441134960123',
        addressLine1: '14 Canal Wharf',
        zipCode: 'LS11 5PS',
        city: 'Leeds',
        country: 'GB',
      },
    },
    collaborator: {
      plan: 'trial',
      startedAt: clock.daysAgo(27, '10:25'),
      trialEndsAt: clock.inDays(3),
    },
    suspended: {
      plan: 'monthly',
      startedAt: trialOf(suspendedCharge),
      trialEndsAt: suspendedCharge,
      cards: [
        card(acceptedCard, new Date(suspendedCharge.getTime() - 86_400_000), 'Susan Pell'),
        card(refusedCard, clock.daysAgo(50, '11:00'), 'Susan Pell'),
      ],
    },
  }
}

/**
 * Creates the plans and invoices of the demo users at the running billing stand-in. Skips users who already have a customer.
 * @param billingUrl the URL of the stand-in
 * @throws SeedProblem if the stand-in does not answer
 */
export async function seedDemoBilling(
  database: Database,
  people: SeededPeople,
  { billingUrl, now }: { billingUrl: string; now: Date },
): Promise<void> {
  const known = await database.orm
    .select({ userId: billingAccounts.userId })
    .from(billingAccounts)
    .where(isNotNull(billingAccounts.customerId))
  const knownIds = new Set(known.map(({ userId }) => userId))
  const gateway = new StripeBilling(readConfig({ STRIPE_API_URL: billingUrl }))
  for (const [name, { details, ...history }] of Object.entries(historiesAt(new DemoClock(now)))) {
    const person = people[name as DemoPersonName]
    if (knownIds.has(person.id)) continue
    const customerId = await createCustomer(billingUrl, { ...history, customer: fieldsOf(person, details) })
    const saved = details && { ...details, detailsSavedAt: history.startedAt }
    const state = stateChange(await gateway.readState(customerId, now), undefined)
    await database.orm
      .insert(billingAccounts)
      .values({ userId: person.id, ...saved, customerId, ...state, stateAt: now })
      .onConflictDoNothing()
  }
}

/** Returns the customer's id. */
async function createCustomer(billingUrl: string, history: CustomerHistory): Promise<string> {
  const path = `/api/customers/${encodeURIComponent(history.customer.email ?? '')}/history`
  const body = JSON.stringify(history)
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(billingUrl + path, { method: 'PUT', headers, body }).catch(() => undefined)
  if (!response?.ok)
    throw new SeedProblem(
      `The billing provider at ${billingUrl} does not answer, so the demo users have no plans. Run this command again while everything runs.`,
    )
  return ((await response.json()) as { id: string }).id
}

function fieldsOf({ id, email, firstName, lastName }: DemoPerson, details: Details = {}) {
  const name = `${firstName} ${lastName}`
  const { legalName, phoneNumber, addressLine1, zipCode, city, country } = details
  return {
    email,
    name: legalName ?? name,
    phone: phoneNumber ?? '',
    metadata: { userId: id, contactName: name },
    ...(details.addressLine1 && {
      address: {
        line1: addressLine1 ?? null,
        postal_code: zipCode ?? null,
        city: city ?? null,
        country: country ?? null,
      },
    }),
  }
}
