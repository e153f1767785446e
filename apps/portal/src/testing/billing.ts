import type { BillingDetails, BillingOverview, Invoice } from '@portal/contract/billing/billing'
import { person } from './people.ts'

const pages = `http://localhost:9001/users/${person().id}/billing`

/** The billing of a user without unpaid invoices, unless overridden. */
export function billingOverview(more: Partial<BillingOverview> = {}): BillingOverview {
  return {
    isConfigured: true,
    paymentDetailsSet: true,
    next: null,
    unpaidSince: null,
    suspendsAt: null,
    isReactivatedByPayment: false,
    ...more,
  }
}

export function billingDetails(more: Partial<BillingDetails> = {}): BillingDetails {
  return {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    companyInformation: {
      legalName: 'Engines Ltd.',
      legalNumber: null,
      taxIdentificationNumber: null,
      phoneNumber: null,
    },
    billingInformation: {
      addressLine1: 'Street 1',
      addressLine2: null,
      zipCode: 'N1 9GU',
      city: 'London',
      state: null,
      country: 'GB',
    },
    customerCheckoutUrl: `${pages}/checkout`,
    customerPortalUrl: `${pages}/portal`,
    ...more,
  }
}

export function invoice(more: Partial<Invoice> = {}): Invoice {
  return {
    id: 'in_1',
    number: 'A-0001',
    status: 'paid',
    total: 10_000,
    amountDue: 0,
    currency: 'USD',
    createdAt: '2025-01-05T12:00:00.000Z',
    dueAt: null,
    isOverdue: false,
    pdfUrl: 'https://pay.example/in_1.pdf',
    paymentUrl: null,
    ...more,
  }
}
