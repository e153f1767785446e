/** The API about itself. */
import * as z from 'zod/mini'
import { everybody } from './access.ts'
import { endpoint } from './endpoint.ts'

const healthBody = z.object({ status: z.string() })

export const service = {
  root: endpoint({
    name: 'service.root',
    method: 'GET',
    path: '/',
    access: { ...everybody, checksBearer: true },
    success: {
      status: 200,
      body: z.object({
        /** Workspace instances reject every request of their users unless they read `ok` here. */
        systemStatus: z.literal('ok'),
        name: z.string(),
        version: z.string(),
        documentation: z.string(),
      }),
    },
    summary: 'Describes the service. Answers 401 to a Bearer token that is not valid. Ignores cookies.',
    docs: 'docs/product/hand-off.md#checking-a-token',
  }),
  live: endpoint({
    name: 'service.live',
    method: 'GET',
    path: '/health/live',
    access: everybody,
    success: { status: 200, body: healthBody },
    summary: 'The process runs.',
    docs: 'docs/product/configuration.md#health',
  }),
  ready: endpoint({
    name: 'service.ready',
    method: 'GET',
    path: '/health/ready',
    access: everybody,
    success: { status: 200, body: healthBody },
    summary: 'The process can answer: the database does, and it is not draining.',
    docs: 'docs/product/configuration.md#health',
  }),
  publicKeys: endpoint({
    name: 'service.publicKeys',
    method: 'GET',
    path: '/.well-known/jwks.json',
    access: everybody,
    success: { status: 200, body: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }) },
    summary: 'The public keys that instances check tokens against.',
    docs: 'docs/product/tokens.md#keys',
  }),
}
