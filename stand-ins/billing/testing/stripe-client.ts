/** Calls the Stripe API like Stripe's own clients: form-encoded, with the API key. */
export interface StripeReply {
  status: number
  headers: Headers
  body: StripeBody
}

/** Any Stripe object. The test knows which one to expect. */
export interface StripeBody {
  id: string
  url: string
  [field: string]: unknown
}

export class StripeClient {
  readonly #origin: string
  readonly #key: string

  constructor(origin: string, key = 'sk_test_local') {
    this.#origin = origin
    this.#key = key
  }

  get(path: string): Promise<StripeReply> {
    return this.#send('GET', path)
  }

  delete(path: string): Promise<StripeReply> {
    return this.#send('DELETE', path)
  }

  post(path: string, fields: Record<string, string>, idempotencyKey?: string): Promise<StripeReply> {
    return this.#send('POST', path, fields, idempotencyKey)
  }

  async #send(
    method: string,
    path: string,
    fields?: Record<string, string>,
    idempotencyKey?: string,
  ): Promise<StripeReply> {
    const reply = await fetch(`${this.#origin}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(fields ? { body: new URLSearchParams(fields) } : {}),
    })
    return { status: reply.status, headers: reply.headers, body: (await reply.json()) as StripeBody }
  }
}
