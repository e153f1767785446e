import type { BillingLedger } from './billing-ledger.ts'
import { StripeError } from './stripe-error.ts'

/** Returns the collection that the ids in this field refer to. */
function collectionOf(ledger: BillingLedger, field: string): Record<string, object> | undefined {
  const { state } = ledger
  const collections: Record<string, Record<string, object>> = {
    customer: state.customers,
    subscription: state.subscriptions,
    invoice: state.invoices,
    latest_invoice: state.invoices,
    payment_method: state.payment_methods,
    default_payment_method: state.payment_methods,
    setup_intent: state.setup_intents,
  }
  return collections[field]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function expandAt(ledger: BillingLedger, value: unknown, path: string[], whole: string): unknown {
  const [field, ...rest] = path
  if (field === undefined || value === null) return value
  if (Array.isArray(value)) return value.map((item) => expandAt(ledger, item, path, whole))
  if (!isObject(value) || !Object.hasOwn(value, field))
    throw new StripeError(`This property cannot be expanded (${whole}).`, { param: 'expand' })
  const below = value[field]
  const found = typeof below === 'string' ? collectionOf(ledger, field)?.[below] : below
  return { ...value, [field]: expandAt(ledger, found ?? below, rest, whole) }
}

/** Replaces ids with the objects they refer to, as requested by `expand[]=data.customer`. */
export function expand(ledger: BillingLedger, answer: object, paths: readonly string[]): object {
  return paths.reduce<object>(
    (value, path) => expandAt(ledger, value, path.split('.'), path) as object,
    answer,
  )
}
