import { boolean, integer, text } from 'drizzle-orm/pg-core'
import { instant, ulidColumn } from '../../db/columns.ts'
import { table } from '../../db/table.ts'
import { users } from '../account/user-table.ts'

/** Billing details of a user, and the state of their subscription at the billing provider. */
export const billingAccounts = table('billing_accounts', {
  columns: {
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
    /** The customer id at the billing provider. */
    customerId: text('customer_id').unique(),
    hasPaymentDetails: boolean('has_payment_details').notNull().default(false),
    subscriptionId: text('subscription_id'),
    subscriptionStatus: text('subscription_status'),
    planCode: text('plan_code'),
    isTrial: boolean('is_trial').notNull().default(false),
    endingAt: instant('ending_at'),
    /** The subscription was canceled, so no other one follows it. */
    isCanceled: boolean('is_canceled').notNull().default(false),
    isFreeTierExceeded: boolean('is_free_tier_exceeded').notNull().default(false),
    /** When the provider reported the state above. Older events are ignored. */
    stateAt: instant('state_at'),
    detailsSavedAt: instant('details_saved_at'),
    /** When the oldest unpaid invoice became due. */
    unpaidSince: instant('unpaid_since'),
    /** More than one must never happen. The customer would be charged twice. */
    liveSubscriptionCount: integer('live_subscription_count').notNull().default(0),
  },
  people: { userId: { deletedWith: users } },
  download: { billing: { of: 'userId', columns: 'all', orderBy: 'userId', isSingle: true } },
})

/** Processed webhook events, so that a repeated delivery is a no-op. */
export const billingEvents = table('billing_events', {
  columns: {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    takenAt: instant('taken_at').notNull(),
  },
  people: {},
  notDownloaded: 'It has only ids of webhook events.',
  // The provider no longer delivers them again.
  ends: { at: 'takenAt', days: 30 },
})
