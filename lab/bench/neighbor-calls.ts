/** The requests of the busy account in the neighbors benchmark. */
import { calls } from '@portal/contract/calls'
import { type Endpoint, pathOf } from '@portal/contract/endpoint'
import { sampleInput } from '../../apps/api/src/testing/sample-input.ts'
import { headersOf } from '../callers.ts'
import type { Request } from './load.ts'

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
  secrets?: string[]
}

type Call = readonly [method: string, path: string, body?: object, bearer?: string]

const requestsOf = (session: string, list: readonly Call[]): Request[] =>
  list.map(([method, path, body, bearer]) => ({
    method: method as Request['method'],
    path,
    headers: headersOf(bearer ? { bearer } : { session }, body),
    ...(body && { body: JSON.stringify(body) }),
  }))

/**
 * The calls of a token: the longest lists that it may read, and public calls, which look it up too. Each use of a paused token is
 * refused and may be recorded.
 */
const tokenCalls = (workspaceId: string | undefined, secret: string): Call[] => [
  ['GET', '/', undefined, secret],
  ['GET', '/whoami', undefined, secret],
  ['POST', '/auth/introspect', { token: secret }],
  ['GET', '/workspaces', undefined, secret],
  ['GET', `/workspace/${workspaceId}/members`, undefined, secret],
]

/** The calls that cost the most. */
export function heaviestCalls({ session, userId, workspaceIds: [id], memberId, secrets = [] }: Account) {
  return requestsOf(session, [
    ['GET', '/workspaces'],
    ['GET', `/workspace/${id}/activity?search=none-has-this`],
    ['GET', `/workspace/${id}/activity.csv`],
    ['GET', `/workspaces/${id}/accessReview.csv`],
    ['GET', `/users/${userId}/data`],
    ['GET', `/workspace/${id}/members`],
    ['POST', `/workspace/${id}/membership`, { userId: memberId, role: 'APPROVER' }],
    ['POST', `/workspace/${id}/membership`, { userId: memberId, role: 'EDITOR' }],
    ['POST', '/workspaces/new', { displayName: 'More', instanceUrl: 'http://localhost:8080' }],
    ['PATCH', `/workspaces/${id}/favourite`, { isFavourite: true }],
    ['GET', `/users/${userId}/billingDetails`],
    ...secrets.flatMap((secret) => tokenCalls(id, secret)),
  ])
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
export function everyCall({ session, userId, workspaceIds, tokenId, serviceAccountId }: Account) {
  const known = { userId, workspaceId: workspaceIds[0], tokenId, serviceAccountId }
  const list = calls.filter(isAllowed).map((call): Call => {
    const params = { ...sampleInput(call, 'params'), ...known } as Record<string, string>
    return [call.method, pathOf(call, params), sampleInput(call, 'body')]
  })
  return requestsOf(session, list)
}
