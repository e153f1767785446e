/** The browser navigations that sign a user in and out. See docs/product/sign-in.md#navigations. */
import { signInAttemptLifetimeMs } from '@portal/contract/limits'
import { signIn } from '@portal/contract/sign-in/sign-in'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashOf, newSecret } from '../../crypto/secrets.ts'
import { IdentityUnavailableError, type SignInChecks, SignInError } from '../../gateways/identity/identity.ts'
import type { Caller } from '../../guard/caller.ts'
import { freshSignInSeconds } from '../../guard/fresh-sign-in.ts'
import { Refusal } from '../../http/errors/refusal.ts'
import {
  attemptCookie,
  clearSessionCookies,
  deviceCookie,
  joinCookie,
  readSessionCookie,
  setSessionCookies,
} from '../../http/headers/cookies.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { findQuestion } from '../account-joins/account-join-actions.ts'
import { signOut } from '../sessions/session-actions.ts'
import * as store from '../sessions/session-store.ts'
import { beginSession, type RenewedSession } from './begin-session.ts'
import type { RefusedKind } from './recognize-person-actions.ts'

/** What a sign-in is for. It is stored while the browser is at the provider. */
interface AttemptPurpose {
  /** The session that the user renews by signing in again. Null for an ordinary sign-in. */
  renewsSessionId: string | null
  /** Whether the user was asked for their credentials again before a question about an account. */
  isRepeated: boolean
}

/** Returns the secret of a browser's cookie, or a new one if there is none that we could have made. */
const keptSecret = (secret: string | undefined) => (secret?.length === 43 ? secret : newSecret())

/** Only a top-level navigation of the user may sign them out. Embedded images and cross-site pages may not. */
function isOwnNavigation(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  const destination = request.headers['sec-fetch-dest']
  return site !== 'cross-site' && (destination === undefined || destination === 'document')
}

/** Why a sign-in failed. The portal's sign-in problem page explains each reason. */
type SignInProblem = SignInError['reason'] | RefusedKind | 'expired' | 'foreign' | 'unavailable'

export function signInRoutes(server: Server, services: Services): void {
  const { config, database, identity, now } = services
  const problemPage = (reason: SignInProblem) => `${config.PORTAL_URL}/sign-in-problem?reason=${reason}`

  async function endOwnSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = readSessionCookie(request, config)
    if (token === undefined) return
    const sessionId = await store.findSessionId(database.orm, hashOf(token))
    if (sessionId !== undefined) await signOut(services, sessionId)
    clearSessionCookies(reply, config)
  }

  /** Returns the caller of the browser's session, or undefined if there is none or it has ended. */
  async function findCaller(request: FastifyRequest): Promise<Caller | undefined> {
    const sessionToken = readSessionCookie(request, config)
    if (sessionToken === undefined) return undefined
    const lookUp = {
      sessionHash: hashOf(sessionToken),
      isBearer: false,
      ipAddress: request.ip,
      workspaceId: undefined,
    }
    return server.guard.authenticator.fromSession(lookUp).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined
      throw error
    })
  }

  /** Returns the session that the sign-in renews, if it is still the browser's session. */
  async function findRenewed(
    sessionId: string | null,
    request: FastifyRequest,
  ): Promise<RenewedSession | undefined> {
    const caller = sessionId === null ? undefined : await findCaller(request)
    return sessionId !== null && caller?.sessionId === sessionId
      ? { sessionId, userId: caller.person.id }
      : undefined
  }

  /** Returns the address of the account that the user said is theirs. */
  async function findAskedEmail(request: FastifyRequest): Promise<string | undefined> {
    return (await findQuestion(services, joinCookie.read(request, config)))?.account.email
  }

  /**
   * Stores the state, nonce and PKCE verifier of a sign-in, and returns the URL of the provider. It asks for the credentials of `email`
   * again if there is one. The browser has one secret, because several of its tabs can sign in at the same time.
   */
  async function sendToProvider(
    request: FastifyRequest,
    reply: FastifyReply,
    purpose: AttemptPurpose,
    { isSignup, email }: { isSignup: boolean; email: string | undefined },
  ): Promise<URL | string> {
    const browserSecret = keptSecret(attemptCookie.read(request, config))
    const checks = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() }
    await store.insertAttempt(database.orm, {
      stateHash: hashOf(checks.state),
      browserHash: hashOf(browserSecret),
      nonce: checks.nonce,
      codeVerifier: checks.codeVerifier,
      ...purpose,
      expiresAt: new Date(now().getTime() + signInAttemptLifetimeMs),
    })
    try {
      const url = await identity.authorizationUrl(checks, {
        isSignup,
        reauthentication:
          email === undefined ? undefined : { maxAgeSeconds: freshSignInSeconds(config), email },
      })
      attemptCookie.set(reply, config, browserSecret)
      return url
    } catch (error) {
      if (!(error instanceof IdentityUnavailableError)) throw error
      request.log.warn({ err: error }, 'The identity provider is unavailable')
      return problemPage('unavailable')
    }
  }

  /** Consumes the attempt for a state started in this browser. Exactly one of many concurrent calls succeeds. */
  async function takeAttempt(
    state: string | undefined,
    request: FastifyRequest,
  ): Promise<({ checks: SignInChecks } & AttemptPurpose) | { problem: SignInProblem }> {
    if (!state) return { problem: 'failed' }
    const stateHash = hashOf(state)
    const secret = attemptCookie.read(request, config)
    const row = secret && (await store.takeAttempt(database.orm, stateHash, hashOf(secret)))
    if (!row) return { problem: (await store.hasAttempt(database.orm, stateHash)) ? 'foreign' : 'expired' }
    if (row.expiresAt < now()) return { problem: 'expired' }
    const { nonce, codeVerifier, renewsSessionId, isRepeated } = row
    return { checks: { state, nonce, codeVerifier }, renewsSessionId, isRepeated }
  }

  server.serve(signIn.start, async ({ query, request, reply }) => {
    // The approval page signs the user in first if necessary.
    if (query.cli_redir !== undefined) return `${config.PORTAL_URL}/device?cli_redir=${query.cli_redir}`
    // Without a session there is nothing to renew, and the sign-in is an ordinary one.
    const renewing = query.reauthenticate === '1' ? await findCaller(request) : undefined
    // The provider must ask again, because the browser is signed in there with the way that wants to join.
    const email = renewing?.person.email ?? (query.join === '1' ? await findAskedEmail(request) : undefined)
    const purpose = { renewsSessionId: renewing?.sessionId ?? null, isRepeated: false }
    return sendToProvider(request, reply, purpose, { isSignup: query.signup === '1', email })
  })

  server.serve(signIn.callback, async ({ query, request, reply }) => {
    const taken = await takeAttempt(query.state, request)
    if ('problem' in taken) {
      // Back or a reload may open the callback of a sign-in that has already succeeded.
      if (await findCaller(request)) return `${config.PORTAL_URL}/login-success`
      await server.guard.limiter.takeInvalid(signIn.callback, request.ip)
      return problemPage(taken.problem)
    }
    try {
      // Built from the configured URL, because a proxy may change the path of the request.
      const callbackUrl = new URL(`${config.API_URL}/auth/login-callback`)
      callbackUrl.search = request.url.split('?')[1] ?? ''
      const signedIn = await identity.finish(callbackUrl, taken.checks)
      const renewed = await findRenewed(taken.renewsSessionId, request)
      if (!renewed) await endOwnSession(request, reply)
      const deviceSecret = keptSecret(deviceCookie.read(request, config))
      const joinSecret = joinCookie.read(request, config)
      const started = await beginSession(services, signedIn, request, { deviceSecret, renewed, joinSecret })
      if ('repeatFor' in started) {
        if (taken.isRepeated) return problemPage('not-repeated')
        const purpose = { renewsSessionId: null, isRepeated: true }
        return sendToProvider(request, reply, purpose, { isSignup: false, email: started.repeatFor })
      }
      if ('askedSecret' in started) {
        joinCookie.set(reply, config, started.askedSecret)
        return `${config.PORTAL_URL}/is-it-yours`
      }
      if (joinSecret !== undefined) joinCookie.clear(reply, config)
      if ('refused' in started) {
        // The identity belongs to no account or to another one, unless this sign-in has ended the session.
        const isOpen = renewed !== undefined && (await findRenewed(renewed.sessionId, request)) !== undefined
        return problemPage(isOpen ? 'other-account' : started.refused)
      }
      deviceCookie.set(reply, config, deviceSecret)
      setSessionCookies(reply, config, started.sessionToken)
      return `${config.PORTAL_URL}/login-success`
    } catch (error) {
      if (error instanceof SignInError) {
        const level = error.reason === 'no-auth-time' ? 'error' : 'info'
        request.log[level]({ reason: error.reason, err: error.cause }, 'Sign-in failed')
        return problemPage(error.reason)
      }
      if (!(error instanceof IdentityUnavailableError)) throw error
      request.log.warn({ err: error.cause }, 'The identity provider is unavailable')
      return problemPage('unavailable')
    }
  })

  server.serve(signIn.end, async ({ request, reply }) => {
    if (!isOwnNavigation(request)) return `${config.PORTAL_URL}/`
    await endOwnSession(request, reply)
    return (await identity.signOutUrl()) ?? `${config.PORTAL_URL}/logout-success`
  })

  server.serve(signIn.ended, async () => `${config.PORTAL_URL}/logout-success`)
}
