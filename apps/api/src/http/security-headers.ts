/** The headers that keep a browser from guessing, framing, sniffing and telling: on every answer of the API. */
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** An answer is data: nothing in it may run, load, be framed or send a form anywhere. */
const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const permissionsPolicy = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

/** Of the reference page, which is the only page here. */
export const referencePagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // The one style element that the page's own script adds, by the hash of its text.
  "style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** What an answer carries that no hook sees: to what is no request, or not for this server. */
export const bareAnswerHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const

/** What Helmet says of every answer. It says the same of each, so it is asked once. */
async function helmetHeaders(config: Config): Promise<Record<string, string>> {
  const app = Fastify()
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: config.isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  })
  app.get('/', async (_request, reply) => reply.raw.getHeaders())
  const answer = await app.inject('/')
  await app.close()
  return answer.json<Record<string, string>>()
}

export async function sendSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const headers = {
    ...(await helmetHeaders(config)),
    'content-security-policy': dataPolicy,
    'permissions-policy': permissionsPolicy,
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
