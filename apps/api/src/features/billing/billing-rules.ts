/**
 * What stored billing details and subscription states mean. Pure functions. See docs/product/billing.md#subscription.
 */
import { type BillingDetails, type BillingSave, billingInputSchema } from '@portal/contract/billing/billing'
import { dayMs } from '@portal/contract/durations'
import { fullName } from '@portal/contract/text/full-name'
import { isTooLong } from '@portal/contract/text/text-rules'
import { truncateText } from '@portal/contract/text/truncate-text'
import type { Config } from '../../config.ts'
import type { CustomerDetails, ProviderState } from '../../gateways/billing/billing.ts'
import type { Person } from '../../guard/caller.ts'
import { checkChangedFields, cleanText, isSameText } from '../../http/input/changed-fields.ts'
import type { PersonChange } from '../account/account-store.ts'
import type { BillingAccount, DetailsChange, StateChange } from './billing-store.ts'

/** States in which a subscription counts. `past_due` counts because the provider is still collecting the payment. */
export const countingStatuses = ['active', 'trialing', 'past_due']
/** States in which checkout only asks for a payment method, because a subscription already exists. */
const openStatuses = [...countingStatuses, 'unpaid', 'paused', 'incomplete']

/**
 * Whether a closed account must not have a subscription in this state. A suspended account keeps one whose payment is being
 * collected, because the payment ends the suspension.
 */
export function isLiveAfterClosing(status: string, isDeleted: boolean): boolean {
  return isDeleted ? openStatuses.includes(status) : ['active', 'trialing'].includes(status)
}

const longestName = 256
const longestPhone = 20

/** Accounts unpaid since this date or earlier are suspended. Returns undefined if the rule is turned off. */
export function unpaidDueBefore(now: Date, afterDays: number): Date | undefined {
  return afterDays === 0 ? undefined : new Date(now.getTime() - afterDays * dayMs)
}

/**
 * Whether checkout only collects a payment method. Otherwise it starts the monthly subscription. Never starts one for a suspended user,
 * because the daily job would end it.
 */
export function collectsOnlyPaymentMethod(
  { suspendedAt }: Pick<Person, 'suspendedAt'>,
  account: BillingAccount | undefined,
): boolean {
  return suspendedAt !== null || openStatuses.includes(account?.subscriptionStatus ?? '')
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

/** Merges a save into the stored details. */
function changedDetails(stored: BillingDetails, save: BillingSave) {
  return {
    ...stored,
    ...save,
    companyInformation: { ...stored.companyInformation, ...save.companyInformation },
    billingInformation: { ...stored.billingInformation, ...save.billingInformation },
  }
}

/** Flattens the details into one row of texts. */
function textsOf({ firstName, lastName, companyInformation, billingInformation }: BillingSave) {
  return { firstName, lastName, ...companyInformation, ...billingInformation }
}

/**
 * Returns the columns that a save changes. The names default to those of the profile, and the first save stores them.
 * @throws ValidationError for a changed value that breaks its field's rule, and if a required field is empty.
 */
export function detailsChange(
  save: BillingSave,
  stored: BillingDetails,
  account: BillingAccount | undefined,
): DetailsChange {
  const details = changedDetails(stored, save)
  checkChangedFields(billingInputSchema, details, stored)
  const isStored = (name: string, text: string | null | undefined) =>
    isSameText(text, account?.[name as keyof DetailsChange])
  return Object.fromEntries(
    Object.entries(textsOf(details)).flatMap(([name, text]) =>
      isStored(name, text) ? [] : [[name, cleanText(text)]],
    ),
  )
}

/** The names that a save changes. They are also saved to the profile. */
export function namesChange(save: BillingSave, stored: BillingDetails): PersonChange {
  const change: PersonChange = {}
  for (const name of ['firstName', 'lastName'] as const)
    if (save[name] !== undefined && !isSameText(save[name], stored[name]))
      change[name] = cleanText(save[name])
  return change
}

/** The user's name in the length that the provider takes. */
export function customerName(person: { firstName: string | null; lastName: string | null }): string {
  return truncateText(fullName(person) ?? '', longestName)
}

/** The details to send to the provider. An empty text clears the provider's value. */
export function providerDetails(account: BillingAccount): CustomerDetails {
  const phone = account.phoneNumber ?? ''
  return {
    name: truncateText(account.legalName ?? customerName(account), longestName),
    // The provider rejects longer phone numbers. The metadata holds the full number.
    phone: isTooLong(phone, longestPhone) ? '' : phone,
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
      contactName: customerName(account),
      legalNumber: account.legalNumber ?? '',
      taxIdentificationNumber: account.taxIdentificationNumber ?? '',
      phoneNumber: phone,
    },
  }
}

/** The columns to store for a state read from the provider. A deleted customer has no subscription that counts. */
export function stateChange(
  state: ProviderState | undefined,
  account: BillingAccount | undefined,
): StateChange {
  const subscription = state?.subscription
  return {
    hasPaymentDetails: state?.hasPaymentDetails ?? false,
    // Never cleared: it shows that the user has already had a trial.
    subscriptionId: subscription?.id ?? account?.subscriptionId ?? null,
    subscriptionStatus: subscription?.status ?? null,
    planCode: subscription?.planCode ?? null,
    isTrial: subscription?.isTrial ?? false,
    endingAt: subscription?.endingAt ?? null,
    isCanceled: subscription?.isCanceled ?? false,
    isFreeTierExceeded: subscription?.isFreeTierExceeded ?? false,
    unpaidSince: state?.unpaidSince ?? null,
    liveSubscriptionCount: state?.liveSubscriptionCount ?? 0,
  }
}
