import { join } from 'node:path'
import { isNotNull } from 'drizzle-orm'
import type { Database } from '../../apps/api/src/db/database.ts'
import { billingAccounts } from '../../apps/api/src/db/schema/billing.ts'
import { BillingLedger } from '../../stand-ins/billing/billing-ledger.ts'
import { openBillingState } from '../../stand-ins/billing/billing-state.ts'
import { type CustomerHistory, makeCustomerWithHistory } from '../../stand-ins/billing/customer-history.ts'
import { invoicesOf } from '../../stand-ins/billing/invoices.ts'
import type { Customer, Subscription } from '../../stand-ins/billing/stripe-objects.ts'
import { WebhookSender } from '../../stand-ins/billing/webhook-sender.ts'
import { DemoClock } from './demo-clock.ts'
import type { DemoPerson, DemoPersonName, SeededPeople } from './demo-people.ts'

export interface DemoBillingPlan {
  dataDir: string
  /** The URL of the billing stand-in, for the links of the invoices. */
  billingUrl: string
  now: Date
}

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
 * Creates the plans and invoices of the demo users at the billing stand-in. The stand-in must not run, because its data
 * is written as one file. Skips users who already have a customer.
 */
export async function seedDemoBilling(
  database: Database,
  people: SeededPeople,
  plan: DemoBillingPlan,
): Promise<void> {
  const known = await database.orm
    .select({ userId: billingAccounts.userId })
    .from(billingAccounts)
    .where(isNotNull(billingAccounts.customerId))
  const knownIds = new Set(known.map(({ userId }) => userId))
  const file = await openBillingState(join(plan.dataDir, 'stand-ins', 'billing', 'billing.json'))
  const sendsNothing = new WebhookSender(file, { url: '', secret: '' }, () => false)
  const ledger = new BillingLedger(file, sendsNothing)
  ledger.origin = plan.billingUrl
  const rows: (typeof billingAccounts.$inferInsert)[] = []
  for (const [name, { details, ...history }] of Object.entries(historiesAt(new DemoClock(plan.now)))) {
    const person = people[name as DemoPersonName]
    if (knownIds.has(person.id) || ledger.customerByEmail(person.email)) continue
    const customer = makeCustomerWithHistory(ledger, { ...history, customer: fieldsOf(person, details) })
    const saved = details && { ...details, detailsSavedAt: history.startedAt }
    rows.push({ userId: person.id, ...saved, ...stateOf(ledger, customer), stateAt: plan.now })
  }
  if (rows.length === 0) return
  // Write the file first, because a row without its customer would start a second trial.
  await file.save()
  await database.orm.insert(billingAccounts).values(rows).onConflictDoNothing()
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

/** The columns that the API stores for a customer of the billing provider. */
function stateOf(ledger: BillingLedger, customer: Customer): Details {
  const subscription = Object.values(ledger.state.subscriptions).findLast(
    (candidate) => candidate.customer === customer.id,
  )
  const unpaid = invoicesOf(ledger, customer.id).filter(({ status }) => status === 'open')
  const oldest = Math.min(...unpaid.map(({ created }) => created))
  return {
    customerId: customer.id,
    hasPaymentDetails: customer.invoice_settings.default_payment_method !== null,
    ...(subscription && subscriptionState(subscription)),
    unpaidSince: unpaid.length > 0 ? new Date(oldest * 1_000) : null,
  }
}

function subscriptionState({ id, status, trial_end, ended_at, items }: Subscription): Details {
  const metadata = items.data[0]?.price.metadata
  const endsAt = status === 'trialing' ? trial_end : ended_at
  return {
    subscriptionId: id,
    subscriptionStatus: status,
    planCode: metadata?.planCode ?? null,
    isTrial: status === 'trialing',
    endingAt: endsAt === null ? null : new Date(endsAt * 1_000),
    isFreeTierExceeded: metadata?.exceededFreeTier === 'true',
  }
}
