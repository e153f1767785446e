import { isNotNull } from 'drizzle-orm'
import { readConfig } from '../../apps/api/src/config.ts'
import type { Database } from '../../apps/api/src/db/database.ts'
import { stateChange } from '../../apps/api/src/features/billing/billing-rules.ts'
import { billingAccounts } from '../../apps/api/src/features/billing/billing-table.ts'
import { StripeBilling } from '../../apps/api/src/gateways/billing/billing-stripe.ts'
import type { CustomerHistory } from '../../stand-ins/billing/customer-history.ts'
import {
  type DemoPerson,
  type DemoPersonName,
  dayMs,
  daysBefore,
  type SeededPeople,
  SeedProblem,
} from './demo-data.ts'

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
function historiesAt(now: Date): Partial<Record<DemoPersonName, History & { details?: Details }>> {
  const ago = (days: number, time?: string) => daysBefore(now, days, time)
  const firstCharge = monthsBefore(ago(2, '06:12'), 4)
  const trialOf = (end: Date) => new Date(end.getTime() - 30 * dayMs)
  const suspendedCharge = monthsBefore(ago(41, '12:00'), 1)
  return {
    staff: { plan: 'internal', startedAt: ago(519) },
    owner: {
      plan: 'monthly',
      startedAt: trialOf(firstCharge),
      trialEndsAt: firstCharge,
      cards: [
        card(acceptedCard, new Date(firstCharge.getTime() - 5 * dayMs), 'Odile Owens'),
        card(refusedCard, ago(12, '09:05'), 'Odile Owens'),
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
      startedAt: ago(27, '10:25'),
      trialEndsAt: new Date(now.getTime() + 3 * dayMs),
    },
    suspended: {
      plan: 'monthly',
      startedAt: trialOf(suspendedCharge),
      trialEndsAt: suspendedCharge,
      cards: [
        card(acceptedCard, new Date(suspendedCharge.getTime() - dayMs), 'Susan Pell'),
        card(refusedCard, ago(50, '11:00'), 'Susan Pell'),
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
  for (const [name, { details, ...history }] of Object.entries(historiesAt(now))) {
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
  const contactName = `${firstName} ${lastName}`
  const { legalName, phoneNumber, addressLine1, zipCode = null, city = null, country = null } = details
  return {
    email,
    name: legalName ?? contactName,
    phone: phoneNumber ?? '',
    metadata: { userId: id, contactName },
    ...(addressLine1 && { address: { line1: addressLine1, postal_code: zipCode, city, country } }),
  }
}
