/** The requests of the neighbors benchmark. */
import { Agent, request } from 'node:http'
import { calls } from '@portal/contract/calls'
import { type Endpoint, pathOf } from '@portal/contract/endpoint'
import { xsrfTokenOf } from '../../apps/api/src/crypto/secrets.ts'
import { sampleInput } from '../../apps/api/src/testing/sample-input.ts'

export const portalUrl = 'http://localhost:9000'

export interface Account {
  session: string
  userId: string
  workspaceIds: string[]
  /** A member of the first workspace. */
  memberId?: string
  /** An API token and a service account of the first workspace. */
  tokenId?: string
  serviceAccountId?: string
  /** API tokens of the first workspace, one of them paused and one of a service account. */
  secrets?: { active: string; paused: string; pipeline: string }
}

type Call = readonly [method: string, path: string, body?: object, bearer?: string]

/** The public calls look up a token too. Each use of a paused token is refused and may be recorded. */
const tokenCalls = (secret: string): Call[] => [
  ['GET', '/', undefined, secret],
  ['GET', '/whoami', undefined, secret],
  ['POST', '/auth/introspect', { token: secret }],
]

/** The longest lists that an API token may read. */
const tokenLists = (workspaceId: string | undefined, secret: string): Call[] => [
  ['GET', '/workspaces', undefined, secret],
  ['GET', `/workspace/${workspaceId}/members`, undefined, secret],
]

/** The calls that cost the most. */
export function heaviestCalls({ userId, workspaceIds: [id], memberId, secrets }: Account): Call[] {
  return [
    ['GET', '/workspaces'],
    ['GET', `/workspace/${id}/activity?search=none-has-this`],
    ['GET', `/workspace/${id}/activity.csv`],
    ['GET', `/workspaces/${id}/accessReview.csv`],
    ['GET', `/users/${userId}/data`],
    ['GET', `/workspace/${id}/members`],
    ...['APPROVER', 'EDITOR'].map(
      (role): Call => ['POST', `/workspace/${id}/membership`, { userId: memberId, role }],
    ),
    ['POST', '/workspaces/new', { displayName: 'More', instanceUrl: 'http://localhost:8080' }],
    ['PATCH', `/workspaces/${id}/favourite`, { isFavourite: true }],
    ['GET', `/users/${userId}/billingDetails`],
    ...Object.values(secrets ?? {}).flatMap((secret) => [...tokenCalls(secret), ...tokenLists(id, secret)]),
  ]
}

/** These calls would end what the others need. */
const endingCalls = new Set([
  'sessions.end',
  'sessions.endOthers',
  'myData.deleteAccount',
  'workspaces.delete',
  'serviceAccounts.delete',
  'tokens.revoke',
])

const isAllowed = ({ name, access: { credentials, staff } }: Endpoint) =>
  credentials.includes('session') && !staff && !endingCalls.has(name)

/** Every call that the account may make with its session, on its first workspace. */
export function everyCall({ userId, workspaceIds, tokenId, serviceAccountId }: Account): Call[] {
  const known = { userId, workspaceId: workspaceIds[0], tokenId, serviceAccountId }
  return calls.filter(isAllowed).map((call): Call => {
    const params = { ...sampleInput(call, 'params'), ...known } as Record<string, string>
    const body = sampleInput(call, 'body')
    const path = pathOf(call, params)
    return body ? [call.method, path, body] : [call.method, path]
  })
}

const headersOf = (session: string, body?: object, bearer?: string): Record<string, string> => ({
  ...(bearer
    ? { authorization: `Bearer ${bearer}` }
    : { cookie: `portal_session=${session}`, origin: portalUrl, 'x-xsrf-token': xsrfTokenOf(session) }),
  ...(body ? { 'content-type': 'application/json' } : {}),
})

/** Sends a request and returns its status and duration. */
export async function send(url: string, { session }: Account, ...[method, path, body, bearer]: Call) {
  const startedAt = performance.now()
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: headersOf(session, body, bearer),
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => undefined)
  const text = await response?.text().catch(() => undefined)
  return { status: response?.status ?? 0, ms: performance.now() - startedAt, text }
}

const agent = new Agent({ keepAlive: true })

/**
 * Sends a request, discards the reply and returns its status, or 0 if there was none. Uses less of the processor than `send`: the
 * clients of a real account run on other computers.
 */
export function sendAndDiscard(url: string, { session }: Account, ...[method, path, body, bearer]: Call) {
  const { promise, resolve } = Promise.withResolvers<number>()
  const text = body && JSON.stringify(body)
  const headers = {
    ...headersOf(session, body, bearer),
    // Node would send the body of a DELETE without its length, and the server would take it for the next request.
    ...(text ? { 'content-length': Buffer.byteLength(text) } : {}),
  }
  const sent = request(url + path, { method, agent, headers }, (response) => {
    response.on('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0)).resume()
  })
  sent.on('error', () => resolve(0)).end(text)
  return promise
}
