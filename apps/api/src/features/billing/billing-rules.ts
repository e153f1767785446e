/** What the details and the subscription mean (SPEC sections 2, 3, 5; RULES section 8). Pure decisions. */
import type {
  ActiveSubscription,
  BillingDetails,
  BillingInput,
  BillingOverview,
  Invoice,
} from '@portal/contract/billing'
import type { Issue } from '@portal/contract/errors'
import { messages } from '@portal/contract/text-rules'
import type { Config } from '../../config.ts'
import type { CustomerDetails, ProviderInvoice, ProviderState } from '../../gateways/billing.ts'
import type { Person } from '../../http/caller.ts'
import type { BillingAccount, DetailsChange, StateChange } from './billing-store.ts'

/** States in which a subscription counts. One that is past due does: the provider is still collecting. */
export const countingStatuses = ['active', 'trialing', 'past_due']
/** States in which nothing new is sold: a payment method is all that is missing. */
const openStatuses = [...countingStatuses, 'unpaid', 'paused', 'incomplete']

/** Plans that end with their trial, or go on as the monthly subscription. */
const triedPlans = ['trial', 'monthly']

const dayMs = 86_400_000
const longestName = 256
const longestPhone = 20

export function activeSubscriptionOf(account: BillingAccount | undefined): ActiveSubscription | null {
  if (!account?.planCode || !countingStatuses.includes(account.subscriptionStatus ?? '')) return null
  return {
    planCode: account.planCode,
    isTrial: account.isTrial,
    endingAt: account.endingAt?.toISOString() ?? null,
    exceededFreeTier: account.isFreeTierExceeded,
  }
}

/** What comes when the subscription that counts ends; null when it goes on as it is. */
function nextOf(account: BillingAccount | undefined): BillingOverview['next'] {
  const active = activeSubscriptionOf(account)
  if (!active) return null
  if (!active.isTrial) return active.endingAt === null ? null : 'nothing'
  if (!triedPlans.includes(active.planCode)) return null
  return account?.hasPaymentDetails && !account.isCanceled ? 'monthly' : 'nothing'
}

/** Accounts that owe since then or longer are to be suspended; undefined where the rule is off. */
export function unpaidDueBefore(now: Date, afterDays: number): Date | undefined {
  return afterDays === 0 ? undefined : new Date(now.getTime() - afterDays * dayMs)
}

/** @param suspendAfterDays 0 where nobody is suspended by the rule, or this person is not, or is already */
export function billingOverviewOf(
  account: BillingAccount | undefined,
  { isConfigured, suspendAfterDays }: { isConfigured: boolean; suspendAfterDays: number },
): BillingOverview {
  const since = account?.unpaidSince ?? null
  const isSuspending = since !== null && suspendAfterDays > 0
  return {
    isConfigured,
    paymentDetailsSet: account?.hasPaymentDetails ?? false,
    next: nextOf(account),
    unpaidSince: since?.toISOString() ?? null,
    suspendsAt: isSuspending ? new Date(since.getTime() + suspendAfterDays * dayMs).toISOString() : null,
  }
}

export function invoiceBody({ createdAt, dueAt, ...invoice }: ProviderInvoice): Invoice {
  return { ...invoice, createdAt: createdAt.toISOString(), dueAt: dueAt?.toISOString() ?? null }
}

/** Whether checkout only takes a payment method; else it begins the monthly subscription. */
export function hasOpenSubscription(account: BillingAccount | undefined): boolean {
  return openStatuses.includes(account?.subscriptionStatus ?? '')
}

export function billingDetailsOf(
  person: Person,
  account: BillingAccount | undefined,
  config: Pick<Config, 'API_URL'>,
): BillingDetails {
  const pages = `${config.API_URL}/users/${person.id}/billing`
  return {
    firstName: account?.firstName ?? person.firstName,
    lastName: account?.lastName ?? person.lastName,
    email: person.email,
    companyInformation: {
      legalName: account?.legalName ?? null,
      legalNumber: account?.legalNumber ?? null,
      taxIdentificationNumber: account?.taxIdentificationNumber ?? null,
      phoneNumber: account?.phoneNumber ?? null,
    },
    billingInformation: {
      addressLine1: account?.addressLine1 ?? null,
      addressLine2: account?.addressLine2 ?? null,
      zipCode: account?.zipCode ?? null,
      city: account?.city ?? null,
      state: account?.state ?? null,
      country: account?.country ?? null,
    },
    customerCheckoutUrl: `${pages}/checkout`,
    customerPortalUrl: `${pages}/portal`,
  }
}

/** What is stored of a field: trimmed and NFC, an empty text as null. */
function clean(text: string | null): string | null {
  const trimmed = text?.trim().normalize('NFC') ?? ''
  return trimmed === '' ? null : trimmed
}

/** The required fields that are neither sent nor stored. */
export function missingDetails(account: BillingAccount): Issue[] {
  const required = {
    firstName: account.firstName,
    lastName: account.lastName,
    'billingInformation.addressLine1': account.addressLine1,
    'billingInformation.zipCode': account.zipCode,
    'billingInformation.city': account.city,
    'billingInformation.country': account.country,
  }
  return Object.entries(required).flatMap(([path, value]) =>
    value === null ? [{ path, message: messages.required }] : [],
  )
}

/** The columns that a save touches: those of the fields that were sent. */
export function detailsChange(input: BillingInput): DetailsChange {
  const { firstName, lastName, companyInformation, billingInformation } = input
  const sent = { firstName, lastName, ...companyInformation, ...billingInformation }
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => (value === undefined ? [] : [[name, clean(value)]])),
  )
}

export function fullName(person: { firstName: string | null; lastName: string | null }): string {
  return [person.firstName, person.lastName].filter(Boolean).join(' ').slice(0, longestName)
}

/** What the provider is told; an empty text clears what it had. */
export function providerDetails(account: BillingAccount): CustomerDetails {
  const phone = account.phoneNumber ?? ''
  return {
    name: (account.legalName ?? fullName(account)).slice(0, longestName),
    // The provider takes no longer one as a phone number; it is kept whole beside the other facts.
    phone: phone.length > longestPhone ? '' : phone,
    address: {
      line1: account.addressLine1 ?? '',
      line2: account.addressLine2 ?? '',
      postal_code: account.zipCode ?? '',
      city: account.city ?? '',
      state: account.state ?? '',
      country: account.country ?? '',
    },
    metadata: {
      userId: account.userId,
      contactName: fullName(account),
      legalNumber: account.legalNumber ?? '',
      taxIdentificationNumber: account.taxIdentificationNumber ?? '',
      phoneNumber: phone,
    },
  }
}

/** What is stored of the provider's answer; a customer that is no more has no subscription that counts. */
export function stateChange(
  state: ProviderState | undefined,
  account: BillingAccount | undefined,
): StateChange {
  const subscription = state?.subscription
  return {
    hasPaymentDetails: state?.hasPaymentDetails ?? false,
    // Kept for good: whoever had one has had their trial.
    subscriptionId: subscription?.id ?? account?.subscriptionId ?? null,
    subscriptionStatus: subscription?.status ?? null,
    planCode: subscription?.planCode ?? null,
    isTrial: subscription?.isTrial ?? false,
    endingAt: subscription?.endingAt ?? null,
    isCanceled: subscription?.isCanceled ?? false,
    isFreeTierExceeded: subscription?.isFreeTierExceeded ?? false,
    unpaidSince: state?.unpaidSince ?? null,
  }
}
