/**
 * The stored objects, with the field names of Stripe's API (version 2026-10-28). Timestamps are Unix seconds. Amounts
 * are cents.
 */
export type Metadata = Record<string, string>

interface StripeObject {
  id: string
  created: number
  livemode: false
}

export interface Address {
  city: string | null
  country: string | null
  line1: string | null
  line2: string | null
  postal_code: string | null
  state: string | null
}

export interface Customer extends StripeObject {
  object: 'customer'
  address: Address | null
  balance: number
  currency: string | null
  default_source: null
  delinquent: boolean
  deleted?: true
  description: string | null
  email: string | null
  invoice_prefix: string
  invoice_settings: {
    custom_fields: null
    default_payment_method: string | null
    footer: null
    rendering_options: null
  }
  metadata: Metadata
  name: string | null
  next_invoice_sequence: number
  phone: string | null
  preferred_locales: string[]
  shipping: null
  tax_exempt: 'none'
  test_clock: null
}

export interface Product extends StripeObject {
  object: 'product'
  active: boolean
  description: string
  images: string[]
  marketing_features: []
  metadata: Metadata
  name: string
  type: 'service'
  updated: number
  url: null
}

export interface Price extends StripeObject {
  object: 'price'
  active: boolean
  billing_scheme: 'per_unit'
  currency: 'usd'
  custom_unit_amount: null
  lookup_key: string
  metadata: Metadata
  nickname: string
  product: string
  recurring: { interval: 'month'; interval_count: 1; trial_period_days: null; usage_type: 'licensed' }
  tax_behavior: 'unspecified'
  tiers_mode: null
  transform_quantity: null
  type: 'recurring'
  unit_amount: number
  unit_amount_decimal: string
}

export interface SubscriptionItem {
  id: string
  object: 'subscription_item'
  created: number
  current_period_end: number
  current_period_start: number
  discounts: []
  metadata: Metadata
  price: Price
  quantity: number
  subscription: string
  tax_rates: []
}

export type SubscriptionStatus = 'trialing' | 'active' | 'past_due' | 'incomplete' | 'paused' | 'canceled'
export type MissingPaymentMethod = 'cancel' | 'create_invoice' | 'pause'

export interface Subscription extends StripeObject {
  object: 'subscription'
  billing_cycle_anchor: number
  cancel_at: number | null
  cancel_at_period_end: boolean
  canceled_at: number | null
  collection_method: 'charge_automatically'
  currency: 'usd'
  customer: string
  default_payment_method: string | null
  description: string | null
  ended_at: number | null
  items: ApiList<SubscriptionItem>
  latest_invoice: string | null
  metadata: Metadata
  pending_setup_intent: null
  start_date: number
  status: SubscriptionStatus
  trial_end: number | null
  trial_settings: { end_behavior: { missing_payment_method: MissingPaymentMethod } }
  trial_start: number | null
}

export interface Invoice extends StripeObject {
  object: 'invoice'
  amount_due: number
  amount_paid: number
  amount_remaining: number
  attempt_count: number
  attempted: boolean
  billing_reason: 'subscription_create' | 'subscription_cycle'
  collection_method: 'charge_automatically'
  currency: 'usd'
  customer: string
  customer_address: Address | null
  customer_email: string | null
  customer_name: string | null
  default_payment_method: string | null
  description: string | null
  due_date: null
  hosted_invoice_url: string
  invoice_pdf: string
  lines: ApiList<InvoiceLine>
  metadata: Metadata
  next_payment_attempt: number | null
  number: string
  parent: {
    quote_details: null
    subscription_details: { metadata: Metadata; subscription: string }
    type: 'subscription_details'
  }
  period_end: number
  period_start: number
  status: 'open' | 'paid' | 'void'
  status_transitions: {
    finalized_at: number | null
    marked_uncollectible_at: null
    paid_at: number | null
    voided_at: number | null
  }
  subtotal: number
  total: number
}

export interface InvoiceLine {
  id: string
  object: 'line_item'
  amount: number
  currency: 'usd'
  description: string
  period: { end: number; start: number }
  quantity: number
}

export interface PaymentMethod extends StripeObject {
  object: 'payment_method'
  allow_redisplay: 'always'
  billing_details: { address: null; email: string | null; name: string | null; phone: null }
  card: {
    brand: string
    country: 'US'
    exp_month: number
    exp_year: number
    funding: 'credit'
    last4: string
  }
  customer: string | null
  metadata: Metadata
  type: 'card'
}

export interface SetupIntent extends StripeObject {
  object: 'setup_intent'
  customer: string
  description: null
  last_setup_error: null
  metadata: Metadata
  payment_method: string | null
  payment_method_types: string[]
  status: 'requires_payment_method' | 'succeeded'
  usage: 'off_session'
}

export interface CheckoutSession extends StripeObject {
  object: 'checkout.session'
  amount_total: number | null
  cancel_url: string | null
  client_reference_id: string | null
  currency: string | null
  customer: string
  expires_at: number
  invoice: string | null
  metadata: Metadata
  mode: 'setup' | 'subscription'
  payment_method_types: string[]
  payment_status: 'no_payment_required' | 'paid' | 'unpaid'
  setup_intent: string | null
  status: 'open' | 'complete' | 'expired'
  subscription: string | null
  success_url: string
  ui_mode: 'hosted_page'
  url: string | null
}

export interface PortalSession extends StripeObject {
  object: 'billing_portal.session'
  configuration: string
  customer: string
  flow: null
  locale: null
  on_behalf_of: null
  return_url: string | null
  url: string
}

export interface StripeEvent extends StripeObject {
  object: 'event'
  api_version: string
  data: { object: object }
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

export interface ApiList<Item> {
  object: 'list'
  data: Item[]
  has_more: boolean
  url: string
}
