/** The API's cookies. Browsers share cookies between all ports of localhost, so the names must be distinctive. */
import type { CookieSerializeOptions } from '@fastify/cookie'
import {
  accountJoinLifetimeMs,
  deviceLifetimeDays,
  signInAttemptLifetimeMs,
  tokenCookieName,
  xsrfCookieName,
  xsrfHeaderName,
} from '@portal/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { xsrfTokenOf } from '../../crypto/secrets.ts'

const prefixed = (name: string, config: Config) => (config.isHttps ? `__Host-${name}` : name)
export const sessionCookieName = (config: Config) => prefixed('portal_session', config)

type Attributes = CookieSerializeOptions & { secure: boolean }

const httpOnly = (config: Config): Attributes => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: config.isHttps,
})

/** Readable by scripts of the portal. Set on `COOKIE_DOMAIN` when the portal and the API have different hosts. */
const readable = (config: Config): Attributes => ({
  path: '/',
  sameSite: 'lax',
  secure: config.isHttps,
  ...(config.COOKIE_DOMAIN === '' ? {} : { domain: config.COOKIE_DOMAIN }),
})

export function readSessionCookie(request: FastifyRequest, config: Config): string | undefined {
  return request.cookies[sessionCookieName(config)] || undefined
}

/** An instance or API token that the platform's Rust client sends as a cookie. This API never sets it. */
export function readTokenCookie(request: FastifyRequest): string | undefined {
  return request.cookies[tokenCookieName] || undefined
}

export function setSessionCookies(reply: FastifyReply, config: Config, token: string): void {
  const maxAge = config.SESSION_ABSOLUTE_HOURS * 3_600
  reply.setCookie(sessionCookieName(config), token, { ...httpOnly(config), maxAge })
  reply.setCookie(xsrfCookieName, xsrfTokenOf(token), xsrfOptions(config))
}

const xsrfOptions = (config: Config) => ({
  ...readable(config),
  maxAge: config.SESSION_ABSOLUTE_HOURS * 3_600,
})

/**
 * Sends the XSRF token again. The portal keeps the value of the header, because another application on the same host may
 * overwrite the cookie.
 */
export function renewXsrfCookie(reply: FastifyReply, config: Config, token: string): void {
  const xsrfToken = xsrfTokenOf(token)
  reply.setCookie(xsrfCookieName, xsrfToken, xsrfOptions(config))
  reply.header(xsrfHeaderName, xsrfToken)
}

export function clearSessionCookies(reply: FastifyReply, config: Config): void {
  reply.clearCookie(sessionCookieName(config), httpOnly(config))
  reply.clearCookie(xsrfCookieName, readable(config))
}

/** A cookie of the sign-in, which no script can read. */
const signInCookie = (name: string, maxAge: number) => ({
  read: (request: FastifyRequest, config: Config): string | undefined =>
    request.cookies[prefixed(name, config)] || undefined,
  set: (reply: FastifyReply, config: Config, secret: string) => {
    reply.setCookie(prefixed(name, config), secret, { ...httpOnly(config), maxAge })
  },
  clear: (reply: FastifyReply, config: Config) => {
    reply.clearCookie(prefixed(name, config), httpOnly(config))
  },
})

/** Binds a sign-in attempt to the browser that started it. */
export const attemptCookie = signInCookie('portal_sign_in', signInAttemptLifetimeMs / 1_000)

/** Binds the question whether an account is the user's to the browser that signed in. */
export const joinCookie = signInCookie('portal_join', accountJoinLifetimeMs / 1_000)

/** Recognizes a browser that has signed in before. It authorizes nothing. See docs/product/sessions.md#new-devices. */
export const deviceCookie = signInCookie('portal_device', deviceLifetimeDays * 86_400)
