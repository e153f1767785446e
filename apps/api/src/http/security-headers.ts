/** The security headers of every response: no content sniffing, no framing, no referrer. */
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { withoutAjv } from './without-ajv.ts'

/** For responses that contain only data. */
const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const permissionsPolicy = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

/** The policy of the API reference, the only HTML pages of this server. They have no script. */
export const referencePagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The headers of responses that bypass the hooks, such as those to invalid HTTP. */
export const bareAnswerHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const

/** Collects Helmet's headers once at start, because they are the same for every response. */
async function helmetHeaders(config: Config): Promise<Record<string, string>> {
  const app = Fastify({ schemaController: withoutAjv })
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
