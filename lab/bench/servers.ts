/** The API as in production, the bare server on the same database, and the requests that compare them. */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { xsrfTokenOf } from '../../apps/api/src/crypto/secrets.ts'
import type { Database } from '../../apps/api/src/db/database.ts'
import { addMember, makeUser, makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { freePort } from '../../tools/processes/free-port.ts'
import { fill } from '../../tools/seed/fill.ts'
import { termsVersions } from '../../tools/seed/terms-versions.ts'
import { makePerson } from '../callers.ts'
import { type Lab, type ServerProcess, startApi, startServer } from '../processes.ts'
import type { Request } from './load.ts'

const portal = 'https://portal.example.com'
const clientCount = 10
/** Each client takes its users in turn, so that no account has to wait for a slot (docs/product/errors.md#busy-accounts). */
const usersPerClient = 20
const workspaceCount = 8
const memberCount = 12

/** The kinds of servers. */
export type Side = 'api' | 'bare'
export const sides: readonly Side[] = ['bare', 'api']

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const production = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'info',
  API_URL: 'https://auth.example.com',
  PORTAL_URL: portal,
  COOKIE_DOMAIN: 'example.com',
  OIDC_ISSUER: 'https://id.example.com/',
  OIDC_CLIENT_SECRET: 'bench',
  AUTH0_MANAGEMENT_CLIENT_ID: '',
  SMTP_URL: 'smtps://mail.example.com',
  STRIPE_SECRET_KEY: '',
  STRIPE_WEBHOOK_SECRET: 'whsec_bench',
  STRIPE_API_URL: '',
  SIGNING_KEY: JSON.stringify(privateKey.export({ format: 'jwk' })),
}

/** Starts a server over a database. */
export async function startSide(side: Side, { dataDir }: Lab, databaseUrl: string): Promise<ServerProcess> {
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  if (side === 'api') return startApi({ ...production, ...env }, join(dataDir, 'api.log'))
  const port = String(await freePort())
  return startServer({
    file: 'lab/bench/bare-server.ts',
    url: `http://127.0.0.1:${port}`,
    readyPath: '/ready',
    env: { ...env, PORT: port },
    logFile: join(dataDir, 'bare.log'),
  })
}

/** Fills a database with accounts. */
export async function fillAccounts(database: Database, count: number): Promise<void> {
  await fill(database, { users: count, workspaces: count, ...(await termsVersions({})) }, console.log)
  // Autovacuum would do this after so many rows, in the middle of the measurement.
  await database.orm.execute(sql`vacuum (analyze)`)
  await database.orm.execute(sql`checkpoint`)
}

export interface Call {
  name: string
  /** The lowest acceptable ratio of throughput. */
  floor: number
  /** The requests of each client. */
  requests: Record<Side, Request[][]>
}

interface CallOfUser extends Omit<Call, 'requests'> {
  requests: Record<Side, Request[]>
}

/** Creates a user with a few workspaces, one of them with members, and the requests for both servers. */
async function makeCallsOfUser(database: Database): Promise<CallOfUser[]> {
  const { user, session } = await makePerson(database)
  const workspace = await makeWorkspace(database, user)
  const { id } = workspace
  for (let made = 1; made < workspaceCount; made++) await makeWorkspace(database, user)
  for (let made = 1; made < memberCount; made++)
    await addMember(database, workspace, await makeUser(database))
  const hash = createHash('sha256').update(session).digest('hex')
  const headers = { cookie: `__Host-portal_session=${session}` }
  const read = (name: string, floor: number, path: string, barePath: string): CallOfUser => ({
    name: `GET ${name}`,
    floor,
    requests: { api: [{ path, headers }], bare: [{ path: barePath }] },
  })
  const json = { 'content-type': 'application/json' }
  const write = { ...headers, ...json, origin: portal, 'x-xsrf-token': xsrfTokenOf(session) }
  const marks = [true, false]
  return [
    read('/whoami', 0.5, '/whoami', `/person?hash=${hash}`),
    read('/workspaces', 0.3, '/workspaces', `/workspaces?user=${user.id}`),
    read('/workspace/{id}/members', 0.3, `/workspace/${id}/members`, `/members?workspace=${id}`),
    {
      name: 'PATCH /workspaces/{id}/favourite',
      floor: 0.7,
      requests: {
        api: marks.map((isFavourite) => ({
          method: 'PATCH',
          path: `/workspaces/${id}/favourite`,
          headers: write,
          body: JSON.stringify({ isFavourite }),
        })),
        bare: marks.map((isFavourite) => ({
          method: 'PATCH',
          path: '/mark',
          headers: json,
          body: JSON.stringify({ hash, user: user.id, workspace: id, isFavourite }),
        })),
      },
    },
  ]
}

/** Creates users and the calls that ten clients make as these users. */
export async function makeCalls(database: Database): Promise<Call[]> {
  const clients: CallOfUser[][][] = []
  for (let client = 0; client < clientCount; client++) {
    const users: CallOfUser[][] = []
    for (let made = 0; made < usersPerClient; made++) users.push(await makeCallsOfUser(database))
    clients.push(users)
  }
  const requestsOf = (at: number, side: Side) =>
    clients.map((users) => users.flatMap((calls) => calls[at]?.requests[side] ?? []))
  return (clients[0]?.[0] ?? []).map(({ name, floor }, at) => ({
    name,
    floor,
    requests: { api: requestsOf(at, 'api'), bare: requestsOf(at, 'bare') },
  }))
}
