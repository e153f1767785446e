/** The security headers of every response: no content sniffing, no framing, no referrer. */
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'

/** For responses that contain only data. */
const dataPolicy = {
  defaultSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
}

/** For the API reference, the only HTML pages of this server. They have no script. */
export const referencePageHelmet = {
  contentSecurityPolicy: { useDefaults: false, directives: { ...dataPolicy, styleSrc: ["'self'"] } },
}

const permissionsPolicy = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

/** The headers of responses that bypass the hooks, such as those to invalid HTTP. */
export const bareAnswerHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const

export async function sendSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: dataPolicy },
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: config.isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('permissions-policy', permissionsPolicy)
    done()
  })
}
