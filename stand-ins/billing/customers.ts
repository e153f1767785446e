import type { BillingLedger } from './billing-ledger.ts'
import { newId } from './billing-state.ts'
import type { Address, Customer, PaymentMethod } from './stripe-objects.ts'
import { liveSubscriptions, payOpenInvoices } from './subscriptions.ts'
import type { Card } from './test-cards.ts'

export interface CustomerFields {
  address?: Partial<Address> | null
  description?: string
  email?: string
  metadata?: Record<string, string>
  name?: string
  phone?: string
}

const emptyAddress: Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
}

const orNull = (value: string) => (value === '' ? null : value)

/** Writes the given fields. An empty string clears a field. Metadata is merged key by key. */
export function writeCustomer(customer: Customer, given: CustomerFields): void {
  for (const name of ['description', 'email', 'name', 'phone'] as const) {
    const value = given[name]
    if (value !== undefined) customer[name] = orNull(value)
  }
  if (given.address === null) customer.address = null
  else if (given.address !== undefined) {
    const entries = Object.entries(given.address).map(([key, value]) => [key, orNull(value ?? '')])
    customer.address = { ...emptyAddress, ...Object.fromEntries(entries) }
  }
  for (const [key, value] of Object.entries(given.metadata ?? {}))
    if (value === '') delete customer.metadata[key]
    else customer.metadata[key] = value
}

export function createCustomer(ledger: BillingLedger, given: CustomerFields): Customer {
  const id = newId('cus')
  const customer: Customer = {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: ledger.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    email: null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
  writeCustomer(customer, given)
  ledger.state.customers[id] = customer
  ledger.emit('customer.created', customer)
  return customer
}

/** Saves a card as a payment method of the customer. */
export function attachCard(
  ledger: BillingLedger,
  customer: Customer,
  card: Card,
  holder: string,
): PaymentMethod {
  const { refusesCharges, ...shown } = card
  const method: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'always',
    billing_details: { address: null, email: customer.email, name: orNull(holder), phone: null },
    card: { ...shown, country: 'US', funding: 'credit' },
    created: ledger.now(customer.id),
    customer: customer.id,
    livemode: false,
    metadata: {},
    type: 'card',
  }
  ledger.state.payment_methods[method.id] = method
  if (refusesCharges !== undefined) ledger.state.refusingMethods[method.id] = refusesCharges
  ledger.emit('payment_method.attached', method)
  return method
}

/** Makes this payment method the default and retries every open invoice with it. */
export function makeDefault(ledger: BillingLedger, customer: Customer, methodId: string | null): void {
  customer.invoice_settings.default_payment_method = methodId
  ledger.emit('customer.updated', customer)
  if (methodId === null) return
  for (const subscription of liveSubscriptions(ledger, customer.id)) payOpenInvoices(ledger, subscription)
}

export function methodsOf(ledger: BillingLedger, customerId: string): PaymentMethod[] {
  return Object.values(ledger.state.payment_methods)
    .filter(({ customer }) => customer === customerId)
    .reverse()
}
