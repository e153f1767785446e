/**
 * A call is one object. The server registers it, the client sends it, the OpenAPI document is generated from it, and the
 * authorization test covers all of them. Schemas have no transforms, so they describe the data exactly as it is sent.
 */
import type * as z from 'zod/mini'
import type { Access } from './access.ts'
import type { ErrorType } from './errors.ts'
import type { RateLimitName } from './rate-limits.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Success =
  | { status: 200; body: z.ZodMiniType }
  /** An array of any length, streamed row by row. Each row is validated like a body. */
  | { status: 200; rows: z.ZodMiniType }
  /** A download: text of this media type, streamed to the client. */
  | { status: 200; media: 'text/csv' }
  | { status: 204 }
  /** A browser navigation. Success and refusal both answer with a redirect. A refusal leads to the page that explains it. */
  | { status: 302 }

export interface Endpoint {
  /** `noun.verb`. */
  name: string
  /** The action's name in the portal, such as `UPDATE_USER`. It is the first part of the request key. */
  action?: string
  method: Method
  /** Parameters are written as `:name`. */
  path: `/${string}`
  access: Access
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Whether the body may also be sent as `application/x-www-form-urlencoded`. */
  acceptsForm?: boolean
  /** Body fields that are accepted in any letter case. The server converts them to upper case before validation. */
  upperCased?: readonly string[]
  /** Whether an invalid query parameter is ignored. Without it the call is refused. */
  ignoresBadQuery?: boolean
  success: Success
  /** The call's specific errors. `declaredErrors` adds the universal ones and those that follow from `access`. */
  errors?: readonly ErrorType[]
  /** Whether a GET works only once, so that a HEAD request must not use it up. */
  isSingleUse?: boolean
  /** Whether error bodies have a plain sentence as `error`, with `type` alongside. Used for refused invitations. */
  hasPlainErrors?: boolean
  /** Whether error bodies have the form of RFC 6749: `error` is a code such as `invalid_grant`. */
  hasOAuthErrors?: boolean
  /** Whether the handler reads the raw body. Used for signed webhooks. */
  rawBody?: boolean
  /** Maximum body size in bytes. The server's default applies if absent. */
  bodyLimitBytes?: number
  /** Whether a repeated request with the same idempotency key or request ulid gets the first request's answer. */
  isIdempotent?: boolean
  /** The rate limit that applies. `rateLimitOf` resolves the limit of a call. */
  rateLimit?: RateLimitName
  summary: string
  /** The handbook page and heading that describe the call. */
  docs: `docs/product/${string}.md#${string}`
}

/** Declares a call and keeps its literal types. */
export function endpoint<const E extends Endpoint>(call: E): E {
  return call
}

/** The part is required if the call declares it, unless all of its fields are optional. */
type Input<E, K extends 'params' | 'query' | 'body'> =
  E extends Record<K, infer S extends z.ZodMiniType>
    ? Record<never, never> extends z.input<S>
      ? Partial<Record<K, z.input<S>>>
      : Record<K, z.input<S>>
    : Partial<Record<K, undefined>>

/** The input of a call: `{ params, query, body }`, each only if the call declares it. */
export type CallInput<E extends Endpoint> = Input<E, 'params'> & Input<E, 'query'> & Input<E, 'body'>

/** The result of a call: the success body, or undefined for 204 and redirects. */
export type CallResult<E extends Endpoint> = E['success'] extends { body: infer S extends z.ZodMiniType }
  ? z.output<S>
  : E['success'] extends { rows: infer S extends z.ZodMiniType }
    ? z.output<S>[]
    : E['success'] extends { media: string }
      ? string
      : undefined

/** What a handler receives after validation. */
export type CallParams<E extends Endpoint> = E extends { params: infer S extends z.ZodMiniType }
  ? z.output<S>
  : Record<string, never>
export type CallQuery<E extends Endpoint> = E extends { query: infer S extends z.ZodMiniType }
  ? z.output<S>
  : Record<string, never>
export type CallBody<E extends Endpoint> = E extends { body: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined

/** Every error that a call may answer: its own, the universal ones and those that its access implies. */
export function declaredErrors(call: Endpoint): ErrorType[] {
  const { access } = call
  const errors = new Set<ErrorType>(call.errors)
  errors.add('InternalError').add('DatabaseUnavailable').add('ServiceOverloaded').add('TooManyRequests')
  if (call.params || call.query) errors.add('ValidationError')
  // The server reads the body of a write even if the call ignores it.
  if (call.method !== 'GET') errors.add('ValidationError').add('PayloadTooLarge').add('UnsupportedMediaType')
  if (access.credentials.length > 0) errors.add('SessionEnded')
  // A token is validated even if the call does not accept its kind, to tell an invalid token from one that is not allowed.
  if (access.credentials.length > 0 || access.checksBearer)
    errors.add('NotSignedIn').add('TokenRevoked').add('TokenExpired').add('TokenPaused').add('NotAllowed')
  if (access.checksBearer || access.credentials.some((kind) => kind !== 'session'))
    errors.add('WorkspaceQuarantined').add('AccountQuarantined').add('AccountSuspended')
  if (access.credentials.includes('session') && call.method !== 'GET')
    errors.add('CrossSiteRequest').add('AccountChanged')
  if (access.confined !== 'allowed') errors.add('AccountQuarantined')
  if (access.confined === 'refused') errors.add('AccountSuspended')
  if (access.terms === 'current') errors.add('MissingTosAcceptance')
  if (access.email === 'verified') errors.add('EmailNotVerified')
  if (access.self) errors.add('NotFound')
  if (access.workspace) errors.add('NotFound').add('NotAllowed').add('WorkspaceQuarantined')
  if (access.staff) errors.add('NotStaff')
  if (call.isIdempotent) errors.add('Conflict')
  if (access.freshSignIn) errors.add('FreshSignInRequired')
  return [...errors]
}

/** Whether a GET has effects, such as a sign-out, so that HEAD must not run it. Every browser navigation counts. */
export function isUnsafeGet({ method, success, isSingleUse }: Endpoint): boolean {
  return method === 'GET' && (success.status === 302 || isSingleUse === true)
}

/**
 * Whether the call accepts a token in the `si-auth` cookie. Reads only: a browser adds a cookie by itself, so the cookie never
 * authorizes a write. Browser navigations accept the portal session alone.
 */
export function acceptsTokenCookie({ method, access, success }: Endpoint): boolean {
  return (
    method === 'GET' &&
    success.status !== 302 &&
    access.credentials.some((credential) => credential !== 'session')
  )
}

/** Whether the web app of an instance may make the call with its token, from its own origin. See docs/product/hand-off.md#the-instances-web-app. */
export function acceptsInstanceToken({ access }: Endpoint): boolean {
  return access.checksBearer === true || access.credentials.includes('instance')
}

/** The path's segments with the parameter names unresolved, for tracing and request keys. */
export function pathSegments(call: Endpoint): string[] {
  return call.path.split('/').filter((segment) => segment !== '')
}

/** The path with its parameters filled in, each percent-encoded. */
export function pathOf(call: Endpoint, params: Record<string, string> = {}): string {
  const filled = pathSegments(call).map((segment) => {
    if (!segment.startsWith(':')) return segment
    const value = params[segment.slice(1)]
    // Clients resolve dot segments even when encoded, so the path would match another call.
    if (value === undefined || value === '' || value === '.' || value === '..')
      throw new Error(`${call.name} needs the parameter ${segment}`)
    return encodeURIComponent(value)
  })
  return `/${filled.join('/')}`
}
