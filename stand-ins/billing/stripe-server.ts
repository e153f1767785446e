import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import qs from 'qs'
import * as z from 'zod/mini'
import { type BillingLedger, type BillingState, keepNewest, newId, stripeVersion } from './billing-ledger.ts'
import { parseParameters, text } from './parameters.ts'
import { StripeError } from './stripe-error.ts'

/** @param id the id in the path, or an empty string if the path has none */
type Handler<Schema extends z.ZodMiniType> = (given: z.output<Schema>, id: string) => object

const mostKeys = 10_000
const formType = 'application/x-www-form-urlencoded'

function keyOf({ headers: { authorization = '' } }: FastifyRequest): string {
  const [scheme = '', value = ''] = authorization.split(' ')
  if (scheme === 'Bearer') return value
  return scheme === 'Basic' ? (Buffer.from(value, 'base64').toString().split(':', 1)[0] ?? '') : ''
}

const masked = (key: string) => key.slice(0, 8) + key.slice(8, -4).replace(/./g, '*') + key.slice(8).slice(-4)

const collections: Partial<Record<string, keyof BillingState>> = {
  customer: 'customers',
  subscription: 'subscriptions',
  invoice: 'invoices',
  latest_invoice: 'invoices',
  payment_method: 'payment_methods',
  default_payment_method: 'payment_methods',
  setup_intent: 'setup_intents',
}

/** Replaces an id with the object that it refers to, as requested by `expand[]=data.customer`. */
function expand(state: BillingState, value: unknown, [field = '', ...rest]: string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => expand(state, item, [field, ...rest]))
  if (typeof value !== 'object' || value === null || !(field in value))
    throw new StripeError(`This property cannot be expanded (${field}).`, { param: 'expand' })
  const held: unknown = Reflect.get(value, field)
  const collection = collections[field]
  const found = typeof held === 'string' && collection ? (state[collection][held] ?? held) : held
  const isDone = rest.length === 0 || found === null
  return { ...value, [field]: isDone ? found : expand(state, found, rest) }
}

/** Handles API keys, parameters, idempotency, expansion and errors like Stripe's API. */
export class StripeServer {
  readonly app: FastifyInstance
  readonly ledger: BillingLedger

  /** @param app a separate Fastify scope, because its error handler sends errors in Stripe's format */
  constructor(app: FastifyInstance, ledger: BillingLedger, secretKey: string) {
    this.app = app
    this.ledger = ledger
    app.removeContentTypeParser(formType)
    app.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) =>
      done(null, qs.parse(String(body))),
    )
    app.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'request-id': newId('req'), 'stripe-version': stripeVersion })
      const key = keyOf(request)
      if (key === secretKey) return
      const message = key ? `Invalid API Key provided: ${masked(key)}` : 'You did not provide an API key.'
      throw new StripeError(message, { status: 401 })
    })
    app.setErrorHandler((error, _request, reply) => {
      if (error instanceof StripeError) return reply.code(error.status).send(error.body)
      console.error('billing provider: a call failed:', error)
      return reply.code(500).send(new StripeError('An error occurred.', { type: 'api_error' }).body)
    })
    app.setNotFoundHandler((request, reply) => {
      const message = `Unrecognized request URL (${request.method}: ${request.url.split('?', 1)[0]}).`
      return reply.code(404).send(new StripeError(message).body)
    })
  }

  serve<Schema extends z.ZodMiniType>(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    schema: Schema,
    handle: Handler<Schema>,
  ): void {
    this.app.route<{ Params: { id?: string } }>({
      method,
      url,
      handler: async (request, reply) => {
        const query = qs.parse(request.url.split('?', 2)[1] ?? '')
        const { expand: wanted = [], ...fields } = { ...query, ...(request.body as object | null) }
        const work = () => {
          const answer = handle(parseParameters(schema, fields), request.params.id ?? '')
          const paths = parseParameters(z.array(text()), wanted)
          return paths.reduce<unknown>(
            (value, path) => expand(this.ledger.state, value, path.split('.')),
            structuredClone(answer),
          )
        }
        return method === 'POST' ? this.#once(request, reply, work) : work()
      },
    })
  }

  /** Replays the stored response for a known idempotency key. Refuses the key with different parameters. */
  #once({ url, body, headers }: FastifyRequest, reply: FastifyReply, work: () => unknown): unknown {
    const { idempotency } = this.ledger.state
    const key = String(headers['idempotency-key'] ?? '')
    const fingerprint = createHash('sha256')
      .update(`${url}\n${JSON.stringify(body)}`)
      .digest('base64url')
    const known = idempotency[key]
    if (known && known.fingerprint !== fingerprint)
      throw new StripeError(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        { type: 'idempotency_error' },
      )
    if (key !== '') reply.header('idempotency-key', key)
    if (known) {
      reply.header('idempotent-replayed', 'true')
      return known.body
    }
    this.ledger.request = { id: String(reply.getHeader('request-id')), idempotency_key: key || null }
    try {
      const answer = work()
      if (key !== '') idempotency[key] = { fingerprint, body: answer }
      keepNewest(idempotency, mostKeys)
      return answer
    } finally {
      this.ledger.request = { id: null, idempotency_key: null }
      this.ledger.changed()
    }
  }
}
