import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, ulidColumn } from './columns.ts'
import { users } from './users.ts'

/** A person's billing: what they typed, and what the provider says of their subscription (RULES section 8). */
export const billingAccounts = pgTable('billing_accounts', {
  userId: ulidColumn('user_id')
    .primaryKey()
    .references(() => users.id),
  firstName: text('first_name'),
  lastName: text('last_name'),
  legalName: text('legal_name'),
  legalNumber: text('legal_number'),
  taxIdentificationNumber: text('tax_identification_number'),
  phoneNumber: text('phone_number'),
  addressLine1: text('address_line_1'),
  addressLine2: text('address_line_2'),
  zipCode: text('zip_code'),
  city: text('city'),
  state: text('state'),
  country: text('country'),
  /** The customer at the provider. */
  customerId: text('customer_id').unique(),
  hasPaymentDetails: boolean('has_payment_details').notNull().default(false),
  subscriptionId: text('subscription_id'),
  subscriptionStatus: text('subscription_status'),
  planCode: text('plan_code'),
  isTrial: boolean('is_trial').notNull().default(false),
  endingAt: instant('ending_at'),
  /** Told to end for good: no other subscription follows it. */
  isCanceled: boolean('is_canceled').notNull().default(false),
  isFreeTierExceeded: boolean('is_free_tier_exceeded').notNull().default(false),
  /** When the state above was true at the provider: an older event changes nothing. */
  stateAt: instant('state_at'),
  detailsSavedAt: instant('details_saved_at'),
  /** Since when an invoice is due and unpaid. */
  unpaidSince: instant('unpaid_since'),
})

/** Events taken, so that a repeated delivery changes nothing. */
export const billingEvents = pgTable('billing_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  takenAt: instant('taken_at').notNull(),
})
