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

const prefix = (config: Config) => (config.isHttps ? '__Host-' : '')
export const sessionCookieName = (config: Config) => `${prefix(config)}portal_session`
const attemptCookieName = (config: Config) => `${prefix(config)}portal_sign_in`
const joinCookieName = (config: Config) => `${prefix(config)}portal_join`
const deviceCookieName = (config: Config) => `${prefix(config)}portal_device`

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

/** Binds a sign-in attempt to the browser that started it. */
export function readAttemptCookie(request: FastifyRequest, config: Config): string | undefined {
  return request.cookies[attemptCookieName(config)] || undefined
}

export function setAttemptCookie(reply: FastifyReply, config: Config, secret: string): void {
  const maxAge = signInAttemptLifetimeMs / 1_000
  reply.setCookie(attemptCookieName(config), secret, { ...httpOnly(config), maxAge })
}

/** Binds the question whether an account is the user's to the browser that signed in. */
export function readJoinCookie(request: FastifyRequest, config: Config): string | undefined {
  return request.cookies[joinCookieName(config)] || undefined
}

export function setJoinCookie(reply: FastifyReply, config: Config, secret: string): void {
  const maxAge = accountJoinLifetimeMs / 1_000
  reply.setCookie(joinCookieName(config), secret, { ...httpOnly(config), maxAge })
}

export function clearJoinCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(joinCookieName(config), httpOnly(config))
}

/** Recognizes a browser that has signed in before. It authorizes nothing. See docs/product/sessions.md#new-devices. */
export function readDeviceCookie(request: FastifyRequest, config: Config): string | undefined {
  const secret = request.cookies[deviceCookieName(config)]
  return secret?.length === 43 ? secret : undefined
}

export function setDeviceCookie(reply: FastifyReply, config: Config, secret: string): void {
  const maxAge = deviceLifetimeDays * 86_400
  reply.setCookie(deviceCookieName(config), secret, { ...httpOnly(config), maxAge })
}
