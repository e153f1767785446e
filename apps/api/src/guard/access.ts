/**
 * The access guard that every route runs before its handler. It enforces the call's `access` in a fixed order:
 * 1. Credential: that there is one. For a write by a browser, the origin and the XSRF token, before the session is looked up, and after
 *    it the account that the page was loaded for. Then that the call accepts this kind of token, or a command-line session.
 * 2. Account state, terms, verified email, staff, own account, role in the workspace, fresh sign-in.
 *
 * See docs/product/access.md#order-of-checks.
 */
import type { Access } from '@portal/contract/access'
import { acceptsTokenCookie, type Endpoint } from '@portal/contract/endpoint'
import { accountHeaderName, xsrfHeaderName } from '@portal/contract/limits'
import { may } from '@portal/contract/members/roles'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { hashOf, isSameSecret, xsrfTokenOf } from '../crypto/secrets.ts'
import { isClientToken } from '../crypto/token-signer.ts'
import {
  accountQuarantined,
  accountSuspended,
  emailNotVerified,
  missingTosAcceptance,
  notFound,
  notSignedIn,
  Refusal,
  workspaceQuarantined,
} from '../http/errors/refusal.ts'
import { readSessionCookie, readTokenCookie } from '../http/headers/cookies.ts'
import type { Authenticator, Caller, Standing, TokenUse } from './caller.ts'
import type { CallerSlots } from './caller-slots.ts'
import { requireFreshSignIn } from './fresh-sign-in.ts'
import type { RateLimiter } from './rate-limit.ts'

export interface Guard {
  config: Config
  slots: CallerSlots
  authenticator: Authenticator
  limiter: RateLimiter
  now: () => Date
}

/** Returns the caller, or undefined for a public call. Throws a `Refusal` when access is denied. */
export async function checkAccess(request: FastifyRequest, call: Endpoint, guard: Guard) {
  const { access } = call
  const { authenticator } = guard
  if (access.credentials.length === 0) {
    const bearer = access.checksBearer ? credentialOf(request, call, guard.config) : undefined
    // The call is open to everyone, but a token of a paused account is still refused.
    if (bearer)
      checkAccountState(await findCaller(bearer, request, call, guard), { ...access, confined: 'refused' })
    return undefined
  }
  const caller = await authenticate(request, call, guard)
  checkAccountState(caller, access)
  if (access.terms === 'current' && authenticator.needsTosUpdate(caller.person)) throw missingTosAcceptance()
  if (access.email === 'verified' && !caller.person.emailVerified) throw emailNotVerified()
  if (access.staff && !authenticator.isStaff(caller.person))
    throw new Refusal('NotStaff', 'Only staff may do this.')
  if (access.self && (request.params as Record<string, string>)[access.self] !== caller.person.id)
    throw notFound('account')
  if (access.workspace) {
    const isOfCall = caller.standing?.workspaceId === workspaceIdOf(request, access)
    checkStanding(isOfCall ? caller.standing : undefined, access)
  }
  // Last, so that a stranger still gets 404, and users don't sign in again for a call that they may not make. Handlers require it where
  // it depends on the input: for a new API token, and for a new URL of a workspace.
  if (access.freshSignIn && !caller.token) requireFreshSignIn(caller, guard.config, guard.now())
  return caller
}

async function authenticate(request: FastifyRequest, call: Endpoint, guard: Guard): Promise<Caller> {
  const { access } = call
  const credential = credentialOf(request, call, guard.config)
  if (!credential) throw notSignedIn()
  const isBrowserWrite = credential.sentAs === 'browser' && call.method !== 'GET'
  if (isBrowserWrite) checkOrigin(request, guard.config, credential.text)
  const caller = await findCaller(credential, request, call, guard)
  if (isBrowserWrite) checkAccount(request, caller)
  // Only a token that manages its workspace may make changes.
  const isManager = caller.token?.permission === 'manage' && access.credentials.includes('manage')
  if (!isManager && !access.credentials.includes(caller.kind))
    throw new Refusal('NotAllowed', 'This token may not make this call.')
  if (caller.isCommandLine && (access.excludesClients || access.staff))
    throw new Refusal('NotAllowed', 'Command-line sessions may not make this call. Use the portal instead.')
  return caller
}

interface SentCredential {
  /** As the session cookie of a browser, as the Bearer token of a command-line session, or as an instance or API token. */
  sentAs: 'browser' | 'command-line' | 'token'
  text: string
}

/**
 * The credential that is used. A Bearer token takes precedence over cookies, and the session over the token cookie. Requests from the
 * portal never use the token cookie. Otherwise a cookie planted by another host of the domain could show the portal a different account.
 */
function credentialOf(request: FastifyRequest, call: Endpoint, config: Config): SentCredential | undefined {
  const bearer = bearerOf(request)
  if (bearer !== undefined) return { sentAs: isClientToken(bearer) ? 'command-line' : 'token', text: bearer }
  const session = call.access.credentials.includes('session') ? readSessionCookie(request, config) : undefined
  if (session !== undefined) return { sentAs: 'browser', text: session }
  if (!acceptsTokenCookie(call) || request.headers.origin === config.portalOrigin) return undefined
  const token = readTokenCookie(request)
  return token === undefined ? undefined : { sentAs: 'token', text: token }
}

/**
 * Returns the token of an `Authorization: Bearer` header, or undefined for any other scheme. A malformed token is returned
 * so that it is refused later. Ignoring it would treat the request as anonymous where a call is public without a token.
 */
export function bearerOf({ headers: { authorization = '' } }: FastifyRequest): string | undefined {
  // The platform's CLI sends `Bearer:` with a colon.
  const found = /^Bearer:?(?: +(.*))?$/is.exec(authorization)
  return found ? (found[1] ?? '').trim() : undefined
}

function findCaller(
  { sentAs, text }: SentCredential,
  request: FastifyRequest,
  call: Endpoint,
  { authenticator }: Guard,
): Promise<Caller> {
  if (sentAs === 'token') return authenticator.fromToken(text, tokenUseOf(request, call))
  return authenticator.fromSession({
    sessionHash: hashOf(text),
    isBearer: sentAs === 'command-line',
    ipAddress: request.ip,
    workspaceId: workspaceIdOf(request, call.access),
  })
}

export function tokenUseOf(request: FastifyRequest, { method, path }: Endpoint): TokenUse {
  return { ipAddress: request.ip, userAgent: request.headers['user-agent'], call: `${method} ${path}` }
}

/** The workspace id in the call's path, or undefined if its syntax is invalid. */
function workspaceIdOf(request: FastifyRequest, { workspace }: Access): string | undefined {
  const workspaceId = workspace && (request.params as Record<string, string>)[workspace.param]
  return workspaceId && /^[0-9A-Za-z]{1,64}$/.test(workspaceId) ? workspaceId : undefined
}

/** Requires the portal's origin and the session's XSRF token. See docs/product/sessions.md#cross-site-protection. */
function checkOrigin(request: FastifyRequest, config: Config, sessionToken: string): void {
  if (request.headers.origin !== config.portalOrigin)
    throw new Refusal('CrossSiteRequest', 'This request did not come from the portal.')
  const sent = request.headers[xsrfHeaderName.toLowerCase()]
  if (typeof sent !== 'string' || !isSameSecret(sent, xsrfTokenOf(sessionToken)))
    throw new Refusal('CrossSiteRequest', 'The XSRF token is missing or does not belong to this session.')
}

/**
 * Refuses a write by a page that was loaded for another account. All tabs of a browser share the session cookie, so another tab
 * may have signed in as another user. See docs/product/sessions.md#several-tabs.
 */
function checkAccount({ headers }: FastifyRequest, { person }: Caller): void {
  const accountId = headers[accountHeaderName]
  if (accountId !== undefined && accountId !== person.id)
    throw new Refusal(
      'AccountChanged',
      'Nothing was changed, because this browser is now signed in with another account.',
    )
}

function checkAccountState({ person, kind, token }: Caller, access: Access): void {
  const isConfinedCallOpen = kind === 'session' || access.opensToConfinedTokens === true
  const confined = isConfinedCallOpen ? access.confined : 'refused'
  if (person.quarantinedAt && confined !== 'allowed') throw accountQuarantined()
  if (person.suspendedAt && confined === 'refused') throw accountSuspended()
  if (token?.isWorkspaceQuarantined && access.opensToConfinedTokens !== true) throw workspaceQuarantined()
}

/**
 * Requires the role and workspace state that a call's access declares, or throws a `Refusal`. The guard checks once, and a
 * handler that changes the workspace checks again under its lock, because the role can change in between.
 */
export function checkStanding<S extends Standing>(standing: S | undefined, { workspace }: Access): S {
  if (!standing || !workspace) throw notFound('workspace')
  if (!may(standing.role, workspace.right))
    throw new Refusal('NotAllowed', 'Your role in this workspace does not allow this.', {
      roles: workspace.right.roles,
    })
  if (standing.quarantinedAt && workspace.whenQuarantined !== 'allowed') throw workspaceQuarantined()
  return standing
}
