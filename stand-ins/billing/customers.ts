import { type BillingLedger, newId } from './billing-ledger.ts'
import { type Address, type Customer, make, type PaymentMethod } from './stripe-objects.ts'
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

/** Returns the given fields. An empty string clears a field. */
function cleared<Fields extends object>(given: Fields): { [Name in keyof Fields]: Fields[Name] | null } {
  const known = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known.map(([name, value]) => [name, value === '' ? null : value])) as Fields
}

/** Writes the given fields. Metadata is merged key by key. */
export function writeCustomer(customer: Customer, given: CustomerFields): void {
  const { address, metadata, ...others } = given
  Object.assign(customer, cleared(others))
  if (address !== undefined) customer.address = address && { ...emptyAddress, ...cleared(address) }
  for (const [key, value] of Object.entries(metadata ?? {}))
    if (value === '') delete customer.metadata[key]
    else customer.metadata[key] = value
}

export function createCustomer(ledger: BillingLedger, given: CustomerFields): Customer {
  const id = newId('cus')
  const customer = make<Customer>({
    id,
    object: 'customer',
    address: null,
    created: ledger.now(),
    default_source: null,
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
  })
  writeCustomer(customer, given)
  ledger.state.customers[id] = customer
  ledger.emit('customer.created', customer)
  return customer
}

/** Saves a card as a payment method of the customer. */
export function attachCard(ledger: BillingLedger, customer: Customer, card: Card): PaymentMethod {
  const { refusesCharges, holder, ...shown } = card
  const method = make<PaymentMethod>({
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'always',
    billing_details: { address: null, email: customer.email, name: holder || null, phone: null },
    card: { ...shown, country: 'US', funding: 'credit' },
    created: ledger.now(customer.id),
    customer: customer.id,
    livemode: false,
    metadata: {},
    type: 'card',
  })
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
