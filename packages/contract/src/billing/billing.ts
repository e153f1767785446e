/** Billing details, the subscription and invoices. See docs/product/billing.md#the-page. */
import * as z from 'zod/mini'
import { personReads, personWrites, publicAccess } from '../access.ts'
import { userParams } from '../account/account.ts'
import { endpoint } from '../endpoint.ts'
import { messages } from '../messages.ts'
import { noun } from '../noun.ts'
import {
  clearableText,
  isoDateTimeSchema,
  lineOf,
  nicknameSchema,
  optionalTextField,
  requiredTextField,
  savedText,
} from '../text/text-rules.ts'
import { isCountryCode } from './countries.ts'

const fieldMaxLength = 500
const optional = z.optional(optionalTextField(fieldMaxLength))

export const companyInformationSchema = z.object({
  legalName: z.nullable(z.string()),
  legalNumber: z.nullable(z.string()),
  taxIdentificationNumber: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
})

export const billingInformationSchema = z.object({
  addressLine1: z.nullable(z.string()),
  addressLine2: z.nullable(z.string()),
  zipCode: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  country: z.nullable(z.string()),
})

export const billingDetailsSchema = z.object({
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.string(),
  companyInformation: companyInformationSchema,
  billingInformation: billingInformationSchema,
  /** URLs of this API. Opening one creates the billing provider's session. */
  customerCheckoutUrl: z.string(),
  customerPortalUrl: z.string(),
})
export type BillingDetails = z.infer<typeof billingDetailsSchema>

/** Validation rules for complete billing details: the stored details with a save's changes applied. */
export const billingInputSchema = z.object({
  firstName: z.optional(nicknameSchema),
  lastName: z.optional(nicknameSchema),
  email: z.optional(lineOf(fieldMaxLength)),
  companyInformation: z.object({
    legalName: optional,
    legalNumber: optional,
    taxIdentificationNumber: optional,
    phoneNumber: optional,
  }),
  billingInformation: z.object({
    addressLine1: requiredTextField(fieldMaxLength),
    addressLine2: optional,
    zipCode: requiredTextField(fieldMaxLength),
    city: requiredTextField(fieldMaxLength),
    state: optional,
    /** ISO 3166-1 alpha-2. */
    country: z.string(messages.required).check(
      z.refine((code) => code.trim() !== '', messages.required),
      z.refine((code) => code.trim() === '' || isCountryCode(code), messages.pattern),
    ),
  }),
})
export type BillingInput = z.infer<typeof billingInputSchema>

/** The request body. Any subset of the fields can be sent. The email may be included but cannot be changed. */
const billingSaveSchema = z.object({
  firstName: clearableText,
  lastName: clearableText,
  email: savedText,
  companyInformation: z.optional(
    z.object({
      legalName: clearableText,
      legalNumber: clearableText,
      taxIdentificationNumber: clearableText,
      phoneNumber: clearableText,
    }),
  ),
  billingInformation: z.optional(
    z.object({
      addressLine1: clearableText,
      addressLine2: clearableText,
      zipCode: clearableText,
      city: clearableText,
      state: clearableText,
      country: clearableText,
    }),
  ),
})
export type BillingSave = z.infer<typeof billingSaveSchema>

export const activeSubscriptionSchema = z.object({
  planCode: z.string(),
  isTrial: z.boolean(),
  endingAt: z.nullable(isoDateTimeSchema),
  exceededFreeTier: z.boolean(),
})
export type ActiveSubscription = z.infer<typeof activeSubscriptionSchema>

/** A user's billing state, known without a request to the billing provider. */
export const billingOverviewSchema = z.object({
  /** Whether a billing provider is configured. */
  isConfigured: z.boolean(),
  paymentDetailsSet: z.boolean(),
  /** What follows when the current subscription ends, or null if it continues unchanged. */
  next: z.nullable(z.enum(['monthly', 'nothing'])),
  /** When the oldest unpaid invoice became due. */
  unpaidSince: z.nullable(isoDateTimeSchema),
  /** When an account that stays unpaid is suspended. Null if nothing is due or no such rule is configured. */
  suspendsAt: z.nullable(isoDateTimeSchema),
  /** Whether the account is suspended for an unpaid invoice, so that the payment reactivates it. Staff end other suspensions. */
  isReactivatedByPayment: z.boolean(),
})
export type BillingOverview = z.infer<typeof billingOverviewSchema>

export const invoiceSchema = z.object({
  id: z.string(),
  number: z.nullable(z.string()),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  /** In the currency's smallest unit. */
  total: z.number(),
  /** What is left to pay, in the currency's smallest unit. */
  amountDue: z.number(),
  /** ISO 4217, upper case. */
  currency: z.string(),
  createdAt: isoDateTimeSchema,
  dueAt: z.nullable(isoDateTimeSchema),
  isOverdue: z.boolean(),
  /** URLs at the billing provider. */
  pdfUrl: z.nullable(z.string()),
  paymentUrl: z.nullable(z.string()),
})
export type Invoice = z.infer<typeof invoiceSchema>

/** A suspended account is paused pending payment, so it can still use billing. */
const ownBilling = { self: 'userId', confined: 'when-suspended', excludesClients: true } as const

export const billing = {
  readDetails: endpoint({
    name: 'billing.readDetails',
    method: 'GET',
    path: '/users/:userId/billingDetails',
    access: personReads(ownBilling),
    params: userParams,
    success: { status: 200, body: z.object({ billingDetails: billingDetailsSchema }) },
    summary: "Returns the caller's billing details.",
    docs: 'docs/product/billing.md#the-page',
  }),
  saveDetails: endpoint({
    name: 'billing.saveDetails',
    method: 'PATCH',
    path: '/users/:userId/billingDetails',
    access: personWrites({ self: 'userId', excludesClients: true }),
    params: userParams,
    body: billingSaveSchema,
    rateLimit: 'providerCalls',
    success: { status: 200, body: z.object({ billingDetails: billingDetailsSchema }) },
    summary:
      "Saves the billing details that are sent, and the caller's first and last name in the profile. The billing provider is updated as soon as it is reachable.",
    docs: 'docs/product/billing.md#the-page',
  }),
  activeSubscription: endpoint({
    name: 'billing.activeSubscription',
    method: 'GET',
    path: '/users/:userId/activeSubscription',
    access: personReads(ownBilling),
    params: userParams,
    success: { status: 200, body: z.object({ activeSubscription: z.nullable(activeSubscriptionSchema) }) },
    summary: "Returns the caller's active subscription, or null.",
    docs: 'docs/product/billing.md#subscription',
  }),
  hasDetails: endpoint({
    name: 'billing.hasDetails',
    method: 'GET',
    path: '/users/:userId/hasBillingDetails',
    access: personReads(ownBilling),
    params: userParams,
    success: { status: 200, body: z.object({ paymentDetailsSet: z.boolean() }) },
    summary: 'Returns whether the caller has a payment method on file.',
    docs: 'docs/product/billing.md#the-page',
  }),
  overview: endpoint({
    name: 'billing.overview',
    method: 'GET',
    path: '/users/:userId/billing',
    access: personReads(ownBilling),
    params: userParams,
    success: { status: 200, body: z.object({ billingOverview: billingOverviewSchema }) },
    summary: "Returns the caller's billing state. Works while the billing provider is unavailable.",
    docs: 'docs/product/billing.md#subscription',
  }),
  listInvoices: endpoint({
    name: 'billing.listInvoices',
    method: 'GET',
    path: '/users/:userId/invoices',
    access: personReads(ownBilling),
    params: userParams,
    rateLimit: 'providerCalls',
    success: { status: 200, body: z.object({ invoices: z.array(invoiceSchema) }) },
    errors: ['BillingUnavailable'],
    summary:
      "Lists the caller's last 24 invoices from the billing provider, newest first. The list is empty if no provider is configured.",
    docs: 'docs/product/billing.md#invoices',
  }),
  createIntegration: endpoint({
    name: 'billing.createIntegration',
    action: 'BILLING_INTEGRATION',
    method: 'POST',
    path: '/users/:userId/create-billing-integration',
    access: personWrites({ self: 'userId', excludesClients: true }),
    params: userParams,
    rateLimit: 'providerCalls',
    success: { status: 204 },
    summary:
      'Queues the creation of the customer and the trial at the billing provider. Idempotent; never extends a trial.',
    docs: 'docs/product/billing.md#integration',
  }),
  checkout: endpoint({
    name: 'billing.checkout',
    method: 'GET',
    path: '/users/:userId/billing/checkout',
    access: personReads(ownBilling),
    params: userParams,
    rateLimit: 'providerCalls',
    success: { status: 302 },
    errors: ['BillingUnavailable'],
    summary: "Creates a session at the billing provider's checkout and redirects to it.",
    docs: 'docs/product/billing.md#the-page',
  }),
  portal: endpoint({
    name: 'billing.portal',
    method: 'GET',
    path: '/users/:userId/billing/portal',
    access: personReads(ownBilling),
    params: userParams,
    rateLimit: 'providerCalls',
    success: { status: 302 },
    errors: ['BillingUnavailable'],
    summary: "Creates a session in the billing provider's customer portal and redirects to it.",
    docs: 'docs/product/billing.md#the-page',
  }),
  webhook: endpoint({
    name: 'billing.webhook',
    method: 'POST',
    path: '/billing/webhook',
    access: publicAccess,
    rawBody: true,
    bodyLimitBytes: 1_048_576,
    success: { status: 204 },
    errors: ['ValidationError', 'BillingUnavailable'],
    summary:
      "Receives the billing provider's signed events. Returns 400 for a forged or stale event, and 503 to request another delivery.",
    docs: 'docs/product/billing.md#integration',
  }),
}

export const billingNoun = noun({
  tag: ['Billing', 'Billing details, the subscription and invoices.'],
  calls: billing,
})
