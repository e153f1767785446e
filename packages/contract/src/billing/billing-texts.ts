import { component, count, date, text, url } from '../field-text.ts'
import { texts } from '../texts.ts'
import { activeSubscriptionSchema, billing, billingDetailsSchema, billingInformationSchema, billingOverviewSchema, companyInformationSchema, invoiceSchema } from './billing.ts'
import { billingEventSchema } from './billing-event.ts'

const state = text('The state or region.', 'Greater London')

const saved = billing.saveDetails.body.shape

const changed = billingEventSchema.shape.data.shape.object

export const billingTexts = texts<typeof billing>({
  fields: {
    billingDetails: text('The billing details.'),
    billingOverview: text('The billing state.'),
    companyInformation: text('The company that is billed.'),
    billingInformation: text('The billing address.'),
    legalName: text('The legal name of the company.', 'Analytical Engines Ltd'),
    legalNumber: text('The registration number of the company.', '12345678'),
    taxIdentificationNumber: text('The tax number of the company.', 'GB123456789'),
    phoneNumber: text('The phone number.', '+44 20 7946 0000'),
    addressLine1: text('The first line of the address.', '12 St James Square'),
    addressLine2: text('The second line of the address.', 'Floor 2'),
    zipCode: text('The postal code.', 'SW1Y 4JH'),
    city: text('The city.', 'London'),
    country: text('The country, as two letters (ISO 3166-1).', 'GB'),
    customerCheckoutUrl: url('Opens the checkout, where the user enters payment details.', 'https://auth.example.com/users/01JBW5Z8GQ4T7R0M3E6K9N2P5S/billing/checkout'),
    customerPortalUrl: url("Opens the billing provider's page for customers.", 'https://auth.example.com/users/01JBW5Z8GQ4T7R0M3E6K9N2P5S/billing/portal'),
    isConfigured: text('Whether this service has a billing provider.', true),
    suspendsAt: date('When the account will be suspended if the invoice stays unpaid. Null if no suspension is planned.'),
    isReactivatedByPayment: text('Whether the account is suspended for an unpaid invoice, and is reactivated when it is paid. Staff end other suspensions.', false),
    invoices: text('The most recent invoices, newest first.'),
    number: text('The number on the invoice. Null for a draft.', 'INV-0042'),
    amountDue: count("What is left to pay, in the currency's smallest unit. 0 if nothing is due.", 10_000),
    currency: text('The currency, as three capital letters (ISO 4217).', 'USD', { pattern: '^[A-Z]{3}$' }),
    dueAt: date('When the invoice is due. Null if nothing is due.', '2026-11-16T09:30:00.000Z'),
    isOverdue: text('Whether the invoice is unpaid and its due date has passed.', false),
    pdfUrl: url('The invoice as a PDF. Null for a draft.', 'https://billing.example.com/invoices/42.pdf'),
    paymentUrl: url('The page to pay the invoice. Null if nothing is due.', 'https://billing.example.com/pay/42'),
  },
  components: [
    component(billingDetailsSchema, 'BillingDetails', 'Who is billed.'),
    component(companyInformationSchema, 'CompanyInformation', 'The company that is billed.'),
    component(billingInformationSchema, 'BillingInformation', 'The billing address.', { state }),
    component(billing.saveDetails.body, 'BillingDetailsChanges', 'The fields to change. Omitted fields are not changed.', {
      email: text('The current email address. Any other address is ignored.', 'ada@example.com', {
        format: 'idn-email',
      }),
    }),
    component(saved.billingInformation.def.innerType, 'BillingInformationChanges', 'The address fields to change.', {
      state,
    }),
    component(activeSubscriptionSchema, 'Subscription', 'A subscription.'),
    component(billingOverviewSchema, 'BillingOverview', 'The billing state. Available even if the billing provider is not.', {
      next: text('What follows when the subscription ends: `monthly` or `nothing`. Null if it continues unchanged.', 'monthly'),
    }),
    component(invoiceSchema, 'Invoice', 'An invoice of the billing provider.', {
      id: text("The billing provider's id.", 'in_1QaBcD2eFgH3iJkL'),
      status: text('The state of the invoice.', 'paid'),
    }),
    component(billingEventSchema, 'BillingEvent', 'An event from the billing provider.', {
      id: text('The id of the event. A repeated event changes nothing.', 'evt_1QaBcD2eFgH3iJkL'),
      type: text('What happened.', 'customer.subscription.updated'),
      created: count('When it happened, in seconds since 1970.', 1_793_600_000),
      data: text('The data of the event.'),
    }),
    component(billingEventSchema.shape.data, 'BillingEventData', 'The data of a billing event.', {
      object: text('The changed object. The API reads the current state of its customer.'),
    }),
    component(changed, 'BillingEventObject', 'The changed object. Its other fields are ignored.', {
      id: text("The billing provider's id of the object.", 'sub_1QaBcD2eFgH3iJkL'),
      object: text('The kind of object.', 'subscription'),
      customer: text("The billing provider's id of the customer.", 'cus_PqR5sT7uV9'),
    }),
  ],
})
