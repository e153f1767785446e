/** Billing details and the subscription (SPEC sections 2, 3, 5, 7; RULES section 8). */
import * as z from 'zod/mini'
import { everybody, personReads, personWrites } from './access.ts'
import { userParams } from './account.ts'
import { isCountryCode } from './countries.ts'
import { endpoint } from './endpoint.ts'
import {
  clearableText,
  isoDateTimeSchema,
  messages,
  optionalTextField,
  personNameSchema,
  requiredTextField,
  savedText,
} from './text-rules.ts'

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
  /** Addresses of ours that make the provider's session when opened. */
  customerCheckoutUrl: z.string(),
  customerPortalUrl: z.string(),
})
export type BillingDetails = z.infer<typeof billingDetailsSchema>

const requiredName = z.string(messages.required).check(
  z.refine((name) => name.trim() !== '', messages.required),
  z.refine((name) => personNameSchema.safeParse(name).success, messages.personName),
)

/** The rules for complete details: those that are stored, and the changes of a save to them. */
export const billingInputSchema = z.object({
  firstName: z.optional(requiredName),
  lastName: z.optional(requiredName),
  email: z.optional(z.string().check(z.maxLength(500))),
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

/** What travels: each field on its own. The e-mail may be sent, unchanged. */
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

export const planCodes = ['si_internal', 'trial', 'free', 'monthly'] as const

export const activeSubscriptionSchema = z.object({
  planCode: z.string(),
  isTrial: z.boolean(),
  endingAt: z.nullable(isoDateTimeSchema),
  exceededFreeTier: z.boolean(),
})
export type ActiveSubscription = z.infer<typeof activeSubscriptionSchema>

/** What is known of a person's billing without asking the provider. */
export const billingOverviewSchema = z.object({
  /** Whether there is a billing provider at all. */
  isConfigured: z.boolean(),
  paymentDetailsSet: z.boolean(),
  /** What follows the present subscription when it ends, or null when it goes on as it is. */
  next: z.nullable(z.enum(['monthly', 'nothing'])),
  /** Since when an invoice is due and unpaid. */
  unpaidSince: z.nullable(isoDateTimeSchema),
  /** When the account is suspended if it stays unpaid; null where no rule is configured, or nothing is due. */
  suspendsAt: z.nullable(isoDateTimeSchema),
})
export type BillingOverview = z.infer<typeof billingOverviewSchema>

export const invoiceSchema = z.object({
  id: z.string(),
  number: z.nullable(z.string()),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  /** In the currency's smallest unit. */
  total: z.number(),
  /** ISO 4217, upper case. */
  currency: z.string(),
  createdAt: isoDateTimeSchema,
  dueAt: z.nullable(isoDateTimeSchema),
  isOverdue: z.boolean(),
  /** At the provider. */
  pdfUrl: z.nullable(z.string()),
  paymentUrl: z.nullable(z.string()),
})
export type Invoice = z.infer<typeof invoiceSchema>

/** The account is paused *pending payment*: billing stays open to it. */
const ownBilling = { self: 'userId', confined: 'when-suspended' } as const

export const billing = {
  readDetails: endpoint({
    name: 'billing.readDetails',
    method: 'GET',
    path: '/users/:userId/billingDetails',
    access: personReads(ownBilling),
    params: userParams,
    success: { status: 200, body: z.object({ billingDetails: billingDetailsSchema }) },
    summary: 'The billing details of the caller.',
    docs: 'docs/product/billing.md#the-page',
  }),
  saveDetails: endpoint({
    name: 'billing.saveDetails',
    method: 'PATCH',
    path: '/users/:userId/billingDetails',
    access: personWrites({ self: 'userId' }),
    params: userParams,
    body: billingSaveSchema,
    success: { status: 200, body: z.object({ billingDetails: billingDetailsSchema }) },
    summary:
      'Saves the billing details that are sent, and updates the names of the profile too. The provider is updated as soon as it can be reached.',
    docs: 'docs/product/billing.md#the-page',
  }),
  activeSubscription: endpoint({
    name: 'billing.activeSubscription',
    method: 'GET',
    path: '/users/:userId/activeSubscription',
    access: personReads(ownBilling),
    params: userParams,
    success: { status: 200, body: z.object({ activeSubscription: z.nullable(activeSubscriptionSchema) }) },
    summary: 'The subscription that counts now, or null.',
    docs: 'docs/product/billing.md#subscription',
  }),
  hasDetails: endpoint({
    name: 'billing.hasDetails',
    method: 'GET',
    path: '/users/:userId/hasBillingDetails',
    access: personReads(ownBilling),
    params: userParams,
    success: { status: 200, body: z.object({ paymentDetailsSet: z.boolean() }) },
    summary: 'Whether a payment method is on file.',
    docs: 'docs/product/billing.md#the-page',
  }),
  overview: endpoint({
    name: 'billing.overview',
    method: 'GET',
    path: '/users/:userId/billing',
    access: personReads(ownBilling),
    params: userParams,
    success: { status: 200, body: z.object({ billingOverview: billingOverviewSchema }) },
    summary: "Where the person's billing stands. Works while the provider is away.",
    docs: 'docs/product/billing.md#subscription',
  }),
  listInvoices: endpoint({
    name: 'billing.listInvoices',
    method: 'GET',
    path: '/users/:userId/invoices',
    access: personReads(ownBilling),
    params: userParams,
    success: { status: 200, body: z.object({ invoices: z.array(invoiceSchema) }) },
    errors: ['BillingUnavailable'],
    summary: 'The last 24 invoices, the newest first, from the provider; none where none is configured.',
    docs: 'docs/product/billing.md#invoices',
  }),
  createIntegration: endpoint({
    name: 'billing.createIntegration',
    action: 'BILLING_INTEGRATION',
    method: 'POST',
    path: '/users/:userId/create-billing-integration',
    access: personWrites({ self: 'userId' }),
    params: userParams,
    success: { status: 204 },
    summary:
      'Makes the customer and the trial at the provider, soon. May be repeated; never extends a trial.',
    docs: 'docs/product/billing.md#integration',
  }),
  checkout: endpoint({
    name: 'billing.checkout',
    method: 'GET',
    path: '/users/:userId/billing/checkout',
    access: personReads(ownBilling),
    params: userParams,
    success: { status: 302 },
    errors: ['BillingUnavailable'],
    summary: "Makes the provider's checkout session and leads to it.",
    docs: 'docs/product/billing.md#the-page',
  }),
  portal: endpoint({
    name: 'billing.portal',
    method: 'GET',
    path: '/users/:userId/billing/portal',
    access: personReads(ownBilling),
    params: userParams,
    success: { status: 302 },
    errors: ['BillingUnavailable'],
    summary: "Makes a session in the provider's customer portal and leads to it.",
    docs: 'docs/product/billing.md#the-page',
  }),
  webhook: endpoint({
    name: 'billing.webhook',
    method: 'POST',
    path: '/billing/webhook',
    access: everybody,
    rawBody: true,
    bodyLimitBytes: 1_048_576,
    success: { status: 204 },
    errors: ['ValidationError', 'BillingUnavailable'],
    summary:
      "Takes the provider's signed events; forged and stale ones are 400, and 503 asks for the event once more.",
    docs: 'docs/product/billing.md#integration',
  }),
}
