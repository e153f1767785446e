/** The calls that list and retrieve objects. */
import * as z from 'zod/mini'
import { prices } from './catalog.ts'
import { fields, integer, text } from './parameters.ts'
import { noSuch } from './stripe-error.ts'
import type { StripeServer } from './stripe-server.ts'

const limit = integer.check(
  z.refine((given) => given >= 1 && given <= 100, {
    error: 'This value must be greater than or equal to 1 and at most 100.',
    params: { code: 'parameter_invalid_integer' },
  }),
)
const pageShape = { limit, starting_after: text(), ending_before: text() }

interface Page {
  limit?: number
  starting_after?: string
  ending_before?: string
}
type Filters = Record<string, unknown>
interface Item {
  id: string
  object: string
  deleted?: unknown
  status?: unknown
}

/** Returns one page, newest first: ten items by default, at most a hundred. */
function pageOf(newestFirst: Item[], page: Page, url: string) {
  const { limit: most = 10, starting_after: after, ending_before: before } = page
  const at = (id: string) => newestFirst.findIndex((item) => item.id === id)
  const start = after === undefined ? 0 : at(after) + 1
  const rest = newestFirst.slice(start, before === undefined ? undefined : at(before))
  const data = before === undefined ? rest.slice(0, most) : rest.slice(-most)
  return { object: 'list', data, has_more: rest.length > data.length, url }
}

function matches(item: Item, filters: Filters): boolean {
  const fits = ([name, value]: [string, unknown]) => value === undefined || Reflect.get(item, name) === value
  return !item.deleted && Object.entries(filters).every(fits)
}

/** Without a status, canceled subscriptions are not listed. */
function matchesSubscription(item: Item, { status, ...filters }: Filters): boolean {
  const isShown = status === undefined ? item.status !== 'canceled' : item.status === status
  return matches(item, filters) && (status === 'all' || isShown)
}

export function registerReadCalls(server: StripeServer): void {
  const { state } = server.ledger

  const serve = (
    path: string,
    noun: string,
    records: Record<string, Item>,
    filterNames: string[],
    isWanted = matches,
  ) => {
    const filterShape = Object.fromEntries(filterNames.map((name) => [name, text()]))
    server.serve('GET', path, fields({ ...filterShape, ...pageShape }), (given) => {
      const filters = Object.fromEntries(filterNames.map((name) => [name, Reflect.get(given, name)]))
      const items = Object.values(records).filter((item) => isWanted(item, filters))
      return pageOf(items.reverse(), given as Page, `/v1${path}`)
    })
    server.serve('GET', `${path}/:id`, fields({}), (_given, id) => {
      const item = records[id]
      if (!item) throw noSuch(noun, id)
      return item.deleted ? { id, object: item.object, deleted: true } : item
    })
  }

  serve('/customers', 'customer', state.customers, ['email'])
  serve('/subscriptions', 'subscription', state.subscriptions, ['customer', 'status'], matchesSubscription)
  serve('/invoices', 'invoice', state.invoices, ['customer', 'status'])
  serve('/payment_methods', 'PaymentMethod', state.payment_methods, ['customer', 'type'])
  serve('/setup_intents', 'setupintent', state.setup_intents, ['customer'])
  serve('/checkout/sessions', 'checkout.session', state.checkout_sessions, ['customer', 'status'])
  serve('/prices', 'price', Object.fromEntries(prices.map((price) => [price.id, price])), ['product'])
  serve('/events', 'event', state.events, ['type'])
}
