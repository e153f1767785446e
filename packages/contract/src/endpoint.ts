/**
 * A call is one object. The server registers it, the client calls it, OpenAPI is made from it, and the authorisation
 * test walks over all of them. No transforms: what stands here is what travels.
 */
import type * as z from 'zod/mini'
import type { Access } from './access.ts'
import type { ErrorType } from './errors.ts'
import type { RateLimitName } from './rate-limits.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Success =
  | { status: 200; body: z.ZodMiniType }
  /** An array of any length: sent row by row, each checked like a body. */
  | { status: 200; rows: z.ZodMiniType }
  /** A download: text of this media type, streamed. */
  | { status: 200; media: 'text/csv' }
  | { status: 204 }
  /** A browser navigation: answered with a redirect, refused with a redirect to the page that explains. */
  | { status: 302 }

export interface Endpoint {
  /** `noun.verb`. */
  name: string
  /** The specification's name for it (SPEC section 7, "Other named actions"), first part of the request key. */
  action?: string
  method: Method
  /** Parameters as `:name`. */
  path: `/${string}`
  access: Access
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Also taken as `application/x-www-form-urlencoded`. */
  acceptsForm?: boolean
  /** Words in the body that are taken in any letter case; the server puts them in upper case before it validates. */
  upperCased?: readonly string[]
  /** A query parameter that does not match is ignored, where the call would otherwise be refused. */
  ignoresBadQuery?: boolean
  success: Success
  /** Its own errors; those that follow from `access`, and the universal ones, are added by `declaredErrors`. */
  errors?: readonly ErrorType[]
  /** Every error body has `error` as a plain sentence, with `type` alongside: refused invitations. */
  hasPlainErrors?: boolean
  /** The handler reads the body's bytes itself: signed webhooks. */
  rawBody?: boolean
  /** Largest body in bytes; the server's default when absent. */
  bodyLimitBytes?: number
  /** How often it may be made; `rateLimitOf` says which limit a call has. */
  rateLimit?: RateLimitName
  summary: string
  /** The page and heading of the handbook that the call carries out. */
  docs: `docs/product/${string}.md#${string}`
}

/** Declares a call. */
export function endpoint<const E extends Endpoint>(call: E): E {
  return call
}

/** Required where the call declares it, unless everything in it is optional. */
type Input<E, K extends 'params' | 'query' | 'body'> =
  E extends Record<K, infer S extends z.ZodMiniType>
    ? Record<never, never> extends z.input<S>
      ? Partial<Record<K, z.input<S>>>
      : Record<K, z.input<S>>
    : Partial<Record<K, undefined>>

/** What a caller gives: `{ params, query, body }`, each only where the call declares it. */
export type CallInput<E extends Endpoint> = Input<E, 'params'> & Input<E, 'query'> & Input<E, 'body'>

/** What the caller gets: the success body, or undefined for 204 and redirects. */
export type CallResult<E extends Endpoint> = E['success'] extends { body: infer S extends z.ZodMiniType }
  ? z.output<S>
  : E['success'] extends { rows: infer S extends z.ZodMiniType }
    ? z.output<S>[]
    : E['success'] extends { media: string }
      ? string
      : undefined

/** What a handler reads after validation. */
export type CallParams<E extends Endpoint> = E extends { params: infer S extends z.ZodMiniType }
  ? z.output<S>
  : Record<string, never>
export type CallQuery<E extends Endpoint> = E extends { query: infer S extends z.ZodMiniType }
  ? z.output<S>
  : Record<string, never>
export type CallBody<E extends Endpoint> = E extends { body: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined

/** Every error that a call may answer: its own, and what its access implies. */
export function declaredErrors(call: Endpoint): ErrorType[] {
  const { access } = call
  const errors = new Set<ErrorType>(call.errors)
  errors.add('InternalError').add('DatabaseUnavailable').add('TooManyRequests')
  if (call.params || call.query || call.body) errors.add('ValidationError')
  if (call.body) errors.add('PayloadTooLarge').add('UnsupportedMediaType')
  if (access.credentials.length > 0) errors.add('SessionEnded')
  // A token of a kind that the call does not take is read all the same, to say which it is: bad, or not allowed here.
  if (access.credentials.length > 0 || access.checksBearer)
    errors.add('NotSignedIn').add('TokenRevoked').add('TokenExpired').add('NotAllowed')
  if (access.checksBearer || access.credentials.some((kind) => kind !== 'session'))
    errors.add('WorkspaceQuarantined').add('AccountQuarantined').add('AccountSuspended')
  if (access.credentials.includes('session') && call.method !== 'GET') errors.add('CrossSiteRequest')
  if (access.confined !== 'allowed') errors.add('AccountQuarantined')
  if (access.confined === 'refused') errors.add('AccountSuspended')
  if (access.terms === 'current') errors.add('MissingTosAcceptance')
  if (access.email === 'verified') errors.add('EmailNotVerified')
  if (access.self) errors.add('NotFound')
  if (access.workspace) errors.add('NotFound').add('NotAllowed').add('WorkspaceQuarantined')
  if (access.staff) errors.add('NotStaff')
  return [...errors]
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

/** The path as segments, with the parameters still named: for tracing and request keys. */
export function pathSegments(call: Endpoint): string[] {
  return call.path.split('/').filter((segment) => segment !== '')
}

/** The path with its parameters filled in, each percent-encoded. */
export function pathOf(call: Endpoint, params: Record<string, string> = {}): string {
  const filled = pathSegments(call).map((segment) => {
    if (!segment.startsWith(':')) return segment
    const value = params[segment.slice(1)]
    // A dot or two would make the path another call's, however it is encoded.
    if (value === undefined || value === '' || value === '.' || value === '..')
      throw new Error(`${call.name} needs the parameter ${segment}`)
    return encodeURIComponent(value)
  })
  return `/${filled.join('/')}`
}
