interface Details {
  status?: number
  type?: 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error'
  code?: string
  param?: string
}

/** An error in Stripe's format. Any call under `/v1` may throw it, and the error handler sends it. */
export class StripeError extends Error {
  readonly status: number
  readonly body: object

  constructor(message: string, details: Details = {}) {
    super(message)
    const { status = 400, type = 'invalid_request_error', code, param } = details
    this.status = status
    const docs = code && { code, doc_url: `https://docs.stripe.com/error-codes/${code}` }
    this.body = { error: { ...docs, message, param, type } }
  }
}

export function noSuch(what: string, id: string, param = 'id', status = 404): StripeError {
  return new StripeError(`No such ${what}: '${id}'`, { status, code: 'resource_missing', param })
}

export function cardError(message: string): StripeError {
  return new StripeError(message, { status: 402, type: 'card_error', code: 'card_declined' })
}
