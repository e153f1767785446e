/** An error in Stripe's format. Any call under `/v1` may throw it, and the error handler sends it. */
export class StripeError extends Error {
  readonly status: number
  readonly type: 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error'
  readonly code: string | undefined
  readonly param: string | undefined

  constructor(
    message: string,
    details: { status?: number; type?: StripeError['type']; code?: string; param?: string } = {},
  ) {
    super(message)
    this.name = 'StripeError'
    this.status = details.status ?? 400
    this.type = details.type ?? 'invalid_request_error'
    this.code = details.code
    this.param = details.param
  }

  get body(): object {
    const { type, message, code, param } = this
    return {
      error: {
        ...(code === undefined ? {} : { code, doc_url: `https://docs.stripe.com/error-codes/${code}` }),
        message,
        ...(param === undefined ? {} : { param }),
        type,
      },
    }
  }
}

export function noSuch(what: string, id: string, param = 'id', status = 404): StripeError {
  return new StripeError(`No such ${what}: '${id}'`, { status, code: 'resource_missing', param })
}

export function cardError(message: string, code = 'card_declined'): StripeError {
  return new StripeError(message, { status: 402, type: 'card_error', code })
}
