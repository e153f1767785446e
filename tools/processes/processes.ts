/** The processes of the local run. A new service needs a row here and a port in ports.ts. */
import { styleText } from 'node:util'
import type { Ports } from './ports.ts'

export type RunMode = 'built' | 'hot-reload'

export interface LocalProcess {
  /** The prefix of its output lines. */
  name: string
  color: 'blue' | 'cyan' | 'green' | 'magenta' | 'yellow' | 'red' | 'gray'
  /** Arguments for Node. `npm run dev` uses `hotReloadArguments` instead. */
  arguments: string[]
  hotReloadArguments?: string[]
  /** Additional environment variables for this process. */
  env?: Record<string, string>
  /** A URL that answers with success when the process is ready. Without it, the process sends a message to its parent. */
  readyAddress?: string
  /** Undefined for a process that isn't in the table of addresses. */
  address?: string
  what: string
  /** A note in the table of addresses. */
  note?: string
}

function at(port: number, path = ''): string {
  return `http://localhost:${port}${path}`
}

/** The local PostgreSQL, for a run without `DATABASE_URL`. */
export const databaseProcess: LocalProcess = {
  name: 'database',
  color: 'gray',
  arguments: ['tools/local-postgres/main.ts'],
  hotReloadArguments: ['tools/local-postgres/main.ts'],
  what: 'PostgreSQL',
}

export function localProcesses(ports: Ports): LocalProcess[] {
  return [
    {
      name: 'identity',
      color: 'magenta',
      arguments: ['stand-ins/identity-provider/main.ts'],
      readyAddress: at(ports.IDENTITY_PORT, '/.well-known/openid-configuration'),
      address: at(ports.IDENTITY_PORT),
      what: 'identity provider',
      note: 'Auth0 or any OpenID Connect provider in production.',
    },
    {
      name: 'billing',
      color: 'red',
      arguments: ['stand-ins/billing/main.ts'],
      readyAddress: at(ports.BILLING_PORT, '/'),
      address: at(ports.BILLING_PORT),
      what: 'billing provider',
      note: 'Stripe in production. Shows customers, plans and test clocks.',
    },
    {
      name: 'analytics',
      color: 'gray',
      arguments: ['stand-ins/analytics/main.ts'],
      readyAddress: at(ports.ANALYTICS_PORT, '/'),
      address: at(ports.ANALYTICS_PORT),
      what: 'analytics service',
      note: 'PostHog in production. Shows incoming events.',
    },
    {
      name: 'ci',
      color: 'gray',
      arguments: ['stand-ins/ci-system/main.ts'],
      readyAddress: at(ports.CI_PORT, '/.well-known/openid-configuration'),
      address: at(ports.CI_PORT),
      what: 'CI system',
      note: 'GitHub Actions, GitLab or another CI system in production. Starts pipeline runs.',
    },
    {
      name: 'receiver',
      color: 'gray',
      arguments: ['stand-ins/receiver/main.ts'],
      readyAddress: at(ports.RECEIVER_PORT, '/'),
      address: at(ports.RECEIVER_PORT),
      what: 'webhook receiver',
      note: `Your own tools in production. Shows webhook deliveries to ${at(ports.RECEIVER_PORT, '/hook')}.`,
    },
    {
      name: 'mail',
      color: 'yellow',
      arguments: ['stand-ins/mail/main.ts'],
      readyAddress: at(ports.MAIL_PORT, '/'),
      address: at(ports.MAIL_PORT),
      what: 'inbox',
      note: `Shows every mail. SMTP on ${ports.MAIL_SMTP_PORT}.`,
    },
    {
      name: 'local',
      color: 'green',
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
      color: 'green',
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
      color: 'blue',
      arguments: ['apps/api/src/server.ts'],
      readyAddress: at(ports.API_PORT, '/health/ready'),
      address: at(ports.API_PORT),
      what: 'auth API',
      note: `Reference at /docs. Metrics at ${at(ports.METRICS_PORT, '/metrics')}.`,
    },
    {
      name: 'portal',
      color: 'cyan',
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
      note: 'Start here.',
    },
  ]
}

/** Returns Node's arguments for a mode. In development Node's watch mode reloads everything that Vite doesn't. */
export function nodeArguments(row: LocalProcess, mode: RunMode): string[] {
  if (mode === 'built') return row.arguments
  return row.hotReloadArguments ?? ['--watch', '--watch-preserve-output', ...row.arguments]
}

/** The users that the identity provider starts with. */
const seededPeople = [
  ['staff@systeminit.com', 'staff'],
  ['owner@example.com', 'owner'],
  ['collaborator@example.com', 'collaborator'],
  ['newcomer@example.com', 'newcomer'],
] as const
const seededPassword = 'password'

/**
 * Formats the table that the terminal shows when everything is ready.
 * @param dataDir undefined if the data is in another database
 */
export function addressTable(processes: readonly LocalProcess[], dataDir: string | undefined): string {
  const rows = processes
    .toReversed()
    .flatMap((row) => (row.address ? [{ ...row, address: row.address }] : []))
  const width = Math.max(...rows.map((row) => row.address.length))
  const whatWidth = Math.max(...rows.map((row) => row.what.length))
  const people = seededPeople.map(([email, role]) => `${email} (${role})`)
  return [
    '',
    ...rows.map(({ address, color, what, note = '' }) =>
      `  ${styleText(['bold', color], address.padEnd(width))}  ${what.padEnd(whatWidth)}  ${note}`.trimEnd(),
    ),
    '',
    `  Sign in as ${people.slice(0, 2).join(', ')},`,
    `  ${people.slice(2).join(' or ')}. The password is "${seededPassword}".`,
    '  Or create an account: the verification email arrives in the inbox.',
    '',
    `  Your data is in ${dataDir ?? 'the database of DATABASE_URL'}. Press Ctrl-C to stop everything.`,
    '',
  ].join('\n')
}
