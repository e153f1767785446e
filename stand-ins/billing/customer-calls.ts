import { type CustomerFields, createCustomer, makeDefault, methodsOf, writeCustomer } from './customers.ts'
import { pageOf, pageShape } from './pages-of-lists.ts'
import { clearable, fields, metadata, oneOf, type Read, required, text } from './parameters.ts'
import { noSuch, StripeError } from './stripe-error.ts'
import type { Customer } from './stripe-objects.ts'
import type { StripeServer } from './stripe-server.ts'
import { cancelSubscription, liveSubscriptions } from './subscriptions.ts'

const addressShape = {
  city: text(),
  country: text(2),
  line1: text(),
  line2: text(),
  postal_code: text(),
  state: text(),
}

const customerShape = {
  address: clearable(fields(addressShape)),
  description: text(),
  email: text(512),
  invoice_settings: fields({ default_payment_method: text() }),
  metadata,
  name: text(256),
  phone: text(20),
  tax_exempt: oneOf('none', 'exempt', 'reverse'),
}

/** Returns a copy without undefined fields. */
function fieldsOf(given: Read<typeof customerShape>): CustomerFields {
  const { address, ...rest } = given
  const known = address && Object.entries(address).filter(([, value]) => value !== undefined)
  const { description, email, metadata: data, name, phone } = rest
  return {
    ...(address === undefined ? {} : { address: known ? Object.fromEntries(known) : null }),
    ...(description === undefined ? {} : { description }),
    ...(email === undefined ? {} : { email }),
    ...(data === undefined ? {} : { metadata: data }),
    ...(name === undefined ? {} : { name }),
    ...(phone === undefined ? {} : { phone }),
  }
}

/** Parses a search query such as `email:"…" AND metadata["key"]:"…"`. */
function matcher(query: string): (customer: Customer) => boolean {
  const tests = query.split(/\s+AND\s+/i).map((part) => {
    const found = /^(email|name|metadata\["([^"]+)"\])\s*:\s*["'](.*)["']$/.exec(part.trim())
    if (!found) throw new StripeError(`We were unable to parse the query: ${part}`, { param: 'query' })
    const [, field = '', key = '', value = ''] = found
    return (customer: Customer) => {
      const held =
        field === 'email' ? customer.email : field === 'name' ? customer.name : customer.metadata[key]
      return held?.toLowerCase() === value.toLowerCase()
    }
  })
  return (customer) => tests.every((test) => test(customer))
}

export function registerCustomerCalls(server: StripeServer): void {
  const { ledger } = server
  const living = () =>
    Object.values(ledger.state.customers)
      .filter(({ deleted }) => !deleted)
      .reverse()

  server.post('/customers', customerShape, ({ given }) => createCustomer(ledger, fieldsOf(given)))

  server.get('/customers', { ...pageShape, email: text(512) }, ({ given }) => {
    const all = living().filter(({ email }) => given.email === undefined || email === given.email)
    return pageOf(all, given, '/v1/customers')
  })

  const searchShape = { query: required(text()), limit: pageShape.limit, page: text() }
  server.get('/customers/search', searchShape, ({ given }) => {
    const { data, has_more } = pageOf(living().filter(matcher(given.query)), given, '')
    return { object: 'search_result', data, has_more, next_page: null, url: '/v1/customers/search' }
  })

  server.get('/customers/:id', {}, ({ id }) => {
    const customer = ledger.state.customers[id]
    if (!customer) throw noSuch('customer', id)
    return customer.deleted ? { id, object: 'customer', deleted: true } : customer
  })

  server.post('/customers/:id', customerShape, ({ id, given }) => {
    const customer = ledger.customer(id, 'id')
    const method = given.invoice_settings?.default_payment_method
    if (method && ledger.state.payment_methods[method]?.customer !== id)
      throw noSuch('PaymentMethod', method, 'invoice_settings[default_payment_method]', 400)
    writeCustomer(customer, fieldsOf(given))
    if (method === undefined) ledger.emit('customer.updated', customer)
    else makeDefault(ledger, customer, method === '' ? null : method)
    return customer
  })

  server.delete('/customers/:id', {}, ({ id }) => {
    const customer = ledger.customer(id, 'id')
    for (const subscription of liveSubscriptions(ledger, id)) cancelSubscription(ledger, subscription)
    customer.deleted = true
    ledger.emit('customer.deleted', customer)
    return { id, object: 'customer', deleted: true }
  })

  server.get('/customers/:id/payment_methods', { ...pageShape, type: oneOf('card') }, ({ id, given }) => {
    ledger.customer(id, 'id')
    return pageOf(methodsOf(ledger, id), given, `/v1/customers/${id}/payment_methods`)
  })
}
