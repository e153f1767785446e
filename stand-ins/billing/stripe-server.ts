import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type BillingLedger, stripeVersion } from './billing-ledger.ts'
import { keepNewest, newId } from './billing-state.ts'
import { expand } from './expansion.ts'
import { type FormTree, formTree } from './form-tree.ts'
import { listOf, type Read, readParameters, type Shape, text } from './parameters.ts'
import { StripeError } from './stripe-error.ts'

export interface Ask<S extends Shape> {
  /** The id in the path, or an empty string if the path has none. */
  id: string
  given: Read<S>
}

const mostKeys = 10_000
const always = { expand: listOf(text()) } satisfies Shape

function keyOf(request: FastifyRequest): string {
  const [scheme = '', value = ''] = (request.headers.authorization ?? '').split(' ')
  if (scheme === 'Bearer') return value
  return scheme === 'Basic' ? (Buffer.from(value, 'base64').toString().split(':', 1)[0] ?? '') : ''
}

function masked(key: string): string {
  return key.length < 12
    ? '*'.repeat(key.length)
    : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`
}

function fingerprintOf(path: string, tree: FormTree): string {
  return createHash('sha256')
    .update(`${path}\n${JSON.stringify(tree)}`)
    .digest('base64url')
}

/** Handles API keys, parameters, idempotency, expansion and errors like Stripe's API. */
export class StripeServer {
  readonly app: FastifyInstance
  readonly ledger: BillingLedger

  /** @param app a separate Fastify scope, because its error handler sends errors in Stripe's format */
  constructor(app: FastifyInstance, ledger: BillingLedger, secretKey: string) {
    this.app = app
    this.ledger = ledger
    app.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'request-id': newId('req'), 'stripe-version': stripeVersion })
      const key = keyOf(request)
      if (key === secretKey) return
      throw new StripeError(
        key === '' ? 'You did not provide an API key.' : `Invalid API Key provided: ${masked(key)}`,
        { status: 401 },
      )
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

  get<S extends Shape>(path: string, shape: S, handler: (ask: Ask<S>) => object): void {
    this.app.get<{ Params: { id?: string } }>(path, async ({ params, query }) => {
      const given = readParameters({ ...shape, ...always }, formTree(query))
      const answer = handler({ id: params.id ?? '', given: given as Read<S> })
      return expand(this.ledger, answer, given.expand ?? [])
    })
  }

  post<S extends Shape>(path: string, shape: S, handler: (ask: Ask<S>) => object): void {
    this.app.post<{ Params: { id?: string } }>(path, async (request, reply) =>
      this.#once(request, reply, formTree(request.body), (tree) => {
        const given = readParameters({ ...shape, ...always }, tree)
        const answer = handler({ id: request.params.id ?? '', given: given as Read<S> })
        return expand(this.ledger, structuredClone(answer), given.expand ?? [])
      }),
    )
  }

  delete<S extends Shape>(path: string, shape: S, handler: (ask: Ask<S>) => object): void {
    this.app.delete<{ Params: { id?: string } }>(path, async ({ params, query, body }) => {
      const given = readParameters(
        { ...shape, ...always },
        formTree({ ...asFields(query), ...asFields(body) }),
      )
      return handler({ id: params.id ?? '', given: given as Read<S> })
    })
  }

  /** Replays the stored response for a known idempotency key. Refuses the key with different parameters. */
  #once(
    request: FastifyRequest,
    reply: FastifyReply,
    tree: FormTree,
    work: (tree: FormTree) => object,
  ): object {
    const { idempotency } = this.ledger.state
    const header = request.headers['idempotency-key']
    const key = typeof header === 'string' ? header : ''
    const fingerprint = fingerprintOf(request.url, tree)
    const known = key === '' ? undefined : idempotency[key]
    if (known && known.fingerprint !== fingerprint)
      throw new StripeError(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        { type: 'idempotency_error' },
      )
    if (known) {
      reply.headers({ 'idempotency-key': key, 'idempotent-replayed': 'true' }).code(known.status)
      return known.body
    }
    this.ledger.request = { id: String(reply.getHeader('request-id')), idempotency_key: key || null }
    try {
      const body = work(tree)
      if (key !== '') {
        idempotency[key] = { fingerprint, status: 200, body }
        keepNewest(idempotency, mostKeys)
        reply.header('idempotency-key', key)
      }
      return body
    } finally {
      this.ledger.request = { id: null, idempotency_key: null }
      this.ledger.changed()
    }
  }
}

function asFields(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}
