/** Configuration and requests of the API under load. */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { xsrfTokenOf } from '../../apps/api/src/crypto/secrets.ts'
import type { Database } from '../../apps/api/src/db/database.ts'
import { addMember, makeSession, makeUser, makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import type { Target } from './load.ts'
import { connections } from './measured.ts'

export const portal = 'https://portal.example.com'
const workspaceCount = 8
const memberCount = 12

export interface Pair {
  call: string
  /** The lowest acceptable ratio. */
  aim: number
  /** One request per user. */
  api: Target[]
  bare: Target[]
}

export interface ApiPlace {
  databaseUrl: string
  dataDir: string
  port: number
  metricsPort: number
}

const signingKey = JSON.stringify(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
)

/** An API as in production, without rate limits because the load comes from one address. */
export const apiEnvironment = ({ databaseUrl, dataDir, port, metricsPort }: ApiPlace) => ({
  NODE_ENV: 'production',
  API_HOST: '127.0.0.1',
  API_PORT: String(port),
  METRICS_PORT: String(metricsPort),
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
  SIGNING_KEY: signingKey,
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  RATE_LIMIT_FACTOR: '9999',
})

interface UserPair extends Omit<Pair, 'api' | 'bare'> {
  api: Target
  bare: Target
}

/** Creates a user with a few workspaces, one of them with members, and the requests for the API and the bare server. */
async function makeUserPairs(database: Database, api: string, bare: string): Promise<UserPair[]> {
  const me = await makeUser(database)
  const shared = await makeWorkspace(database, me)
  for (let made = 1; made < workspaceCount; made++) await makeWorkspace(database, me)
  for (let made = 1; made < memberCount; made++) await addMember(database, shared, await makeUser(database))
  const workspace = shared.id
  const { token } = await makeSession(database, me)
  const hash = createHash('sha256').update(token).digest('hex')
  const headers = { cookie: `__Host-portal_session=${token}` }
  const write = {
    ...headers,
    origin: portal,
    'content-type': 'application/json',
    'x-xsrf-token': xsrfTokenOf(token),
  }
  let isFavourite = false
  const flipped = () => {
    isFavourite = !isFavourite
    return isFavourite
  }
  const json = { 'content-type': 'application/json' }
  return [
    {
      call: 'GET /whoami',
      aim: 0.5,
      api: { url: `${api}/whoami`, headers },
      bare: { url: `${bare}/person?hash=${hash}`, headers: {} },
    },
    {
      call: 'GET /workspaces',
      aim: 0.3,
      api: { url: `${api}/workspaces`, headers },
      bare: { url: `${bare}/workspaces?user=${me.id}`, headers: {} },
    },
    {
      call: 'GET /workspace/{id}/members',
      aim: 0.3,
      api: { url: `${api}/workspace/${workspace}/members`, headers },
      bare: { url: `${bare}/members?workspace=${workspace}`, headers: {} },
    },
    {
      call: 'PATCH /workspaces/{id}/favourite',
      aim: 0.7,
      api: {
        url: `${api}/workspaces/${workspace}/favourite`,
        method: 'PATCH',
        headers: write,
        body: () => JSON.stringify({ isFavourite: flipped() }),
      },
      bare: {
        url: `${bare}/mark`,
        method: 'PATCH',
        headers: json,
        body: () => JSON.stringify({ hash, user: me.id, workspace, isFavourite: flipped() }),
      },
    },
  ]
}

/** Users for each client, so that the load isn't that of a few accounts. */
const usersPerClient = 20

/**
 * Creates users and the requests of each. The load takes the users in turn, so that no account has to wait for a slot
 * (docs/product/errors.md#busy-accounts).
 */
export async function makePairs(database: Database, api: string, bare: string): Promise<Pair[]> {
  const users: UserPair[][] = []
  for (let made = 0; made < connections * usersPerClient; made++)
    users.push(await makeUserPairs(database, api, bare))
  const [first = []] = users
  return first.map(({ call, aim }, at) => ({
    call,
    aim,
    api: users.flatMap((pairs) => pairs[at]?.api ?? []),
    bare: users.flatMap((pairs) => pairs[at]?.bare ?? []),
  }))
}
