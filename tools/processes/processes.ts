/** What the local run consists of, as a table: one row a process. A new service is one more row, and its port's. */
import type { Ports } from './ports.ts'

export type RunMode = 'built' | 'hot-reload'

export interface LocalProcess {
  /** Stands before each of its lines. */
  name: string
  colour: 'blue' | 'cyan' | 'green' | 'magenta' | 'yellow' | 'red' | 'gray'
  /** Arguments for Node; `hotReloadArguments` replaces them under `npm run dev`. */
  arguments: string[]
  hotReloadArguments?: string[]
  /** Beyond what all are told. */
  env?: Record<string, string>
  /** Answers with a success once the process can be used. */
  readyAddress: string
  address: string
  what: string
  /** Said beside it in the table of addresses. */
  note?: string
}

function at(port: number, path = ''): string {
  return `http://localhost:${port}${path}`
}

export function localProcesses(ports: Ports): LocalProcess[] {
  return [
    {
      name: 'identity',
      colour: 'magenta',
      arguments: ['stand-ins/identity-provider/main.ts'],
      readyAddress: at(ports.IDENTITY_PORT, '/.well-known/openid-configuration'),
      address: at(ports.IDENTITY_PORT),
      what: 'identity provider',
      note: 'in production Auth0, or any OpenID Connect provider',
    },
    {
      name: 'billing',
      colour: 'red',
      arguments: ['stand-ins/billing/main.ts'],
      readyAddress: at(ports.BILLING_PORT, '/'),
      address: at(ports.BILLING_PORT),
      what: 'billing provider',
      note: 'in production Stripe; customers, their plans and their clocks',
    },
    {
      name: 'analytics',
      colour: 'gray',
      arguments: ['stand-ins/analytics/main.ts'],
      readyAddress: at(ports.ANALYTICS_PORT, '/'),
      address: at(ports.ANALYTICS_PORT),
      what: 'analytics service',
      note: 'in production PostHog; the events as they come',
    },
    {
      name: 'mail',
      colour: 'yellow',
      arguments: ['stand-ins/mail/main.ts'],
      readyAddress: at(ports.MAIL_PORT, '/'),
      address: at(ports.MAIL_PORT),
      what: 'inbox',
      note: `every mail that is sent; SMTP on ${ports.MAIL_SMTP_PORT}`,
    },
    {
      name: 'local',
      colour: 'green',
      arguments: ['stand-ins/workspace-instance/main.ts'],
      env: {
        INSTANCE_PORT: String(ports.LOCAL_INSTANCE_PORT),
        INSTANCE_URL: at(ports.LOCAL_INSTANCE_PORT),
      },
      readyAddress: at(ports.LOCAL_INSTANCE_PORT, '/'),
      address: at(ports.LOCAL_INSTANCE_PORT),
      what: 'workspace instance, local',
    },
    {
      name: 'managed',
      colour: 'green',
      arguments: ['stand-ins/workspace-instance/main.ts'],
      env: {
        INSTANCE_PORT: String(ports.MANAGED_INSTANCE_PORT),
        INSTANCE_URL: at(ports.MANAGED_INSTANCE_PORT),
      },
      readyAddress: at(ports.MANAGED_INSTANCE_PORT, '/'),
      address: at(ports.MANAGED_INSTANCE_PORT),
      what: 'workspace instance, managed',
    },
    {
      name: 'api',
      colour: 'blue',
      arguments: ['apps/api/src/server.ts'],
      readyAddress: at(ports.API_PORT, '/health/ready'),
      address: at(ports.API_PORT),
      what: 'auth API',
      note: `reference at /docs; metrics at ${at(ports.METRICS_PORT, '/metrics')}`,
    },
    {
      name: 'portal',
      colour: 'cyan',
      arguments: ['apps/portal/server.ts'],
      hotReloadArguments: [
        'node_modules/vite/bin/vite.js',
        'apps/portal',
        '--port',
        String(ports.PORTAL_PORT),
        '--strictPort',
      ],
      readyAddress: at(ports.PORTAL_PORT, '/'),
      address: at(ports.PORTAL_PORT),
      what: 'portal',
      note: 'begin here',
    },
  ]
}

/** Node's arguments for a process in a mode: what the portal's own tool does not reload, Node's watch mode does. */
export function nodeArguments(row: LocalProcess, mode: RunMode): string[] {
  if (mode === 'built') return row.arguments
  return row.hotReloadArguments ?? ['--watch', '--watch-preserve-output', ...row.arguments]
}
