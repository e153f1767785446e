/** Calls that describe the API itself. */
import * as z from 'zod/mini'
import { publicAccess } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { noun } from '../noun.ts'

const healthBody = z.object({ status: z.string() })

export const service = {
  root: endpoint({
    name: 'service.root',
    method: 'GET',
    path: '/',
    access: { ...publicAccess, checksBearer: true },
    success: {
      status: 200,
      body: z.object({
        /** Workspace instances reject all requests of their users unless this is `ok`. */
        systemStatus: z.literal('ok'),
        name: z.string(),
        version: z.string(),
        documentation: z.string(),
      }),
    },
    summary: 'Describes the service. Returns 401 for an invalid Bearer token. Ignores cookies.',
    docs: 'docs/product/hand-off.md#checking-a-token',
  }),
  live: endpoint({
    name: 'service.live',
    method: 'GET',
    path: '/health/live',
    access: publicAccess,
    success: { status: 200, body: healthBody },
    summary: 'Returns 200 while the process is running.',
    docs: 'docs/product/configuration.md#health',
  }),
  ready: endpoint({
    name: 'service.ready',
    method: 'GET',
    path: '/health/ready',
    access: publicAccess,
    success: { status: 200, body: healthBody },
    summary: 'Returns 200 while the database and the job queue answer and the process is not draining.',
    docs: 'docs/product/configuration.md#health',
  }),
  publicKeys: endpoint({
    name: 'service.publicKeys',
    method: 'GET',
    path: '/.well-known/jwks.json',
    access: publicAccess,
    success: { status: 200, body: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }) },
    summary: 'Lists the public keys for verifying token signatures.',
    docs: 'docs/product/tokens.md#keys',
  }),
}

export const serviceNoun = noun({
  tag: ['Service', 'The state of the service and its public keys.'],
  calls: service,
})
