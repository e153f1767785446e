/** The calls for payment methods, setup intents, invoices, prices, products and events. */
import { findPrice, prices, products } from './catalog.ts'
import { methodsOf } from './customers.ts'
import { invoicesOf, methodOf, payInvoice, payOutOfBand, voidInvoice } from './invoices.ts'
import { pageOf, pageShape } from './pages-of-lists.ts'
import { flag, oneOf, required, text } from './parameters.ts'
import { cardError, noSuch, StripeError } from './stripe-error.ts'
import type { Invoice } from './stripe-objects.ts'
import type { StripeServer } from './stripe-server.ts'

function found<Item>(item: Item | undefined, what: string, id: string): Item {
  if (!item) throw noSuch(what, id)
  return item
}

function registerMethodCalls(server: StripeServer): void {
  const { ledger } = server
  const { payment_methods: methods, setup_intents: setups } = ledger.state

  const listShape = { ...pageShape, customer: text(), type: oneOf('card') }
  server.get('/payment_methods', listShape, ({ given }) =>
    pageOf(given.customer ? methodsOf(ledger, given.customer) : [], given, '/v1/payment_methods'),
  )
  server.get('/payment_methods/:id', {}, ({ id }) => found(methods[id], 'PaymentMethod', id))
  server.post('/payment_methods/:id/attach', { customer: required(text()) }, ({ id, given }) => {
    const method = found(methods[id], 'PaymentMethod', id)
    method.customer = ledger.customer(given.customer).id
    ledger.emit('payment_method.attached', method)
    return method
  })
  server.post('/payment_methods/:id/detach', {}, ({ id }) => {
    const method = found(methods[id], 'PaymentMethod', id)
    const customer = method.customer === null ? undefined : ledger.state.customers[method.customer]
    method.customer = null
    ledger.emit('payment_method.detached', method)
    if (customer?.invoice_settings.default_payment_method === id) {
      customer.invoice_settings.default_payment_method = null
      ledger.emit('customer.updated', customer)
    }
    return method
  })
  server.get('/setup_intents/:id', {}, ({ id }) => found(setups[id], 'setupintent', id))
}

function registerInvoiceCalls(server: StripeServer): void {
  const { ledger } = server
  const { invoices } = ledger.state

  const statuses = oneOf('draft', 'open', 'paid', 'uncollectible', 'void')
  const listShape = { ...pageShape, customer: text(), subscription: text(), status: statuses }
  server.get('/invoices', listShape, ({ given }) => {
    const all = given.customer ? invoicesOf(ledger, given.customer) : Object.values(invoices).reverse()
    const isWanted = ({ status, parent }: Invoice) =>
      (given.status === undefined || status === given.status) &&
      (given.subscription === undefined || parent.subscription_details.subscription === given.subscription)
    return pageOf(all.filter(isWanted), given, '/v1/invoices')
  })
  server.get('/invoices/:id', {}, ({ id }) => found(invoices[id], 'invoice', id))
  server.post('/invoices/:id/pay', { payment_method: text(), paid_out_of_band: flag }, ({ id, given }) => {
    const invoice = found(invoices[id], 'invoice', id)
    if (given.paid_out_of_band) payOutOfBand(ledger, invoice)
    const subscription = ledger.state.subscriptions[invoice.parent.subscription_details.subscription]
    const method = given.payment_method ?? (subscription ? methodOf(ledger, subscription) : null)
    const refusal = payInvoice(ledger, invoice, method)
    if (refusal !== undefined) throw cardError(refusal)
    return invoice
  })
  server.post('/invoices/:id/void', {}, ({ id }) => {
    const invoice = found(invoices[id], 'invoice', id)
    if (invoice.status !== 'open')
      throw new StripeError(`You can only void open invoices. This one is ${invoice.status}.`)
    voidInvoice(ledger, invoice)
    return invoice
  })
}

function registerCatalogCalls(server: StripeServer): void {
  const { ledger } = server
  server.get('/prices', { ...pageShape, active: flag, product: text() }, ({ given }) => {
    const all = prices.filter(({ product }) => given.product === undefined || product === given.product)
    return pageOf(all, given, '/v1/prices')
  })
  server.get('/prices/:id', {}, ({ id }) => found(findPrice(id), 'price', id))
  server.get('/products', { ...pageShape, active: flag }, ({ given }) =>
    pageOf(products, given, '/v1/products'),
  )
  server.get('/products/:id', {}, ({ id }) =>
    found(
      products.find((product) => product.id === id),
      'product',
      id,
    ),
  )
  server.get('/events', { ...pageShape, type: text() }, ({ given }) => {
    const all = Object.values(ledger.state.events).reverse()
    const wanted = all.filter(({ type }) => given.type === undefined || type === given.type)
    return pageOf(wanted, given, '/v1/events')
  })
  server.get('/events/:id', {}, ({ id }) => found(ledger.state.events[id], 'event', id))
}

export function registerPaymentCalls(server: StripeServer): void {
  registerMethodCalls(server)
  registerInvoiceCalls(server)
  registerCatalogCalls(server)
}
