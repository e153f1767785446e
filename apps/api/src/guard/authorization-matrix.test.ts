/** Tries every call of the contract as every kind of caller. See docs/product/access.md#order-of-checks. */
import { calls } from '@portal/contract/calls'
import { pathOf, pathSegments } from '@portal/contract/endpoint'
import { expect, it } from 'vitest'
import { identities } from '../features/account/user-table.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { type MatrixCaller, makeCallers } from '../testing/callers.ts'
import { expectedOutcomes } from '../testing/expected-outcomes.ts'
import { newestTermsVersion } from '../testing/factories.ts'
import { truncateAll } from '../testing/open-test-database.ts'

const test = useTestApp({ RATE_LIMIT_FACTOR: '10000' })

/** Valid bodies, so that only the access guard decides. */
const bodies: Record<string, (caller: MatrixCaller) => object> = {
  'account.update': () => ({ lastName: 'Changed' }),
  'account.completeProfile': () => ({ nickname: 'changed' }),
  'legal.agree': () => ({ tosVersionId: newestTermsVersion }),
  'workspaces.create': () => ({ displayName: 'New', instanceUrl: 'http://localhost:8080' }),
  'workspaces.confirmAddress': ({ instanceUrl }) => ({ instanceUrl }),
  'members.invite': () => ({ email: 'somebody.new@example.com' }),
  'members.changeRole': ({ userId }) => ({ userId, role: 'EDITOR' }),
  'members.remove': () => ({ email: 'nobody@example.com' }),
  'ownership.offer': ({ userId }) => ({ userId }),
  'myData.deleteAccount': () => ({ confirmation: 'somebody.else@example.com' }),
  'staffPauses.setUserQuarantine': () => ({ isQuarantined: true }),
  'staffPauses.setUserSuspension': () => ({ isSuspended: true }),
  'staffAccounts.restore': () => ({}),
  'staffAccounts.endSessions': () => ({}),
  'staffAccounts.revokeTokens': () => ({}),
  'staffAccounts.undoJoin': () => ({}),
  'workspaces.update': () => ({ description: 'Changed' }),
  'workspaces.setFavourite': () => ({ isFavourite: true }),
  'workspaces.setHidden': () => ({ isHidden: true }),
  'workspaces.setApprovals': () => ({ approvalsEnabled: true }),
  'staffPauses.setWorkspaceQuarantine': () => ({ isQuarantined: false }),
  'staffProduction.setup': () => ({ userEmail: 'nobody@example.com' }),
  'staffProduction.setupByUserId': () => ({ userId: 'nobody' }),
  'staffRecords.withhold': () => ({ reason: 'An inquiry of the police' }),
  'serviceAccounts.create': ({ userId }) => ({ name: `Deploy bot of ${userId}` }),
  'serviceAccounts.update': () => ({ isDisabled: true }),
  'trustRules.create': () => ({
    name: 'main',
    issuer: 'https://token.actions.githubusercontent.com',
    audience: 'https://api.example.com',
    claims: { repository_id: '1', repository_owner_id: '2' },
  }),
  'tokens.create': () => ({ name: 'Pipeline', expiration: '1d' }),
  'tokens.rename': () => ({ name: 'Renamed' }),
  'tokens.move': () => ({ serviceAccountId: 'none' }),
  'tokens.pause': () => ({ for: '15m' }),
  'billing.saveDetails': () => ({
    firstName: 'Pat',
    lastName: 'Person',
    companyInformation: {},
    billingInformation: { addressLine1: 'Street 1', zipCode: '12345', city: 'Town', country: 'DE' },
  }),
  'sessions.approveIdentity': () => ({ subject: 'github|nobody' }),
  'sessions.removeIdentity': () => ({ subject: 'github|nobody' }),
  'oauth.authorizeDevice': () => ({ client_id: 'portal-cli' }),
  'oauth.token': () => ({ grant_type: 'refresh_token', client_id: 'portal-cli', refresh_token: 'nothing' }),
  'oauth.revoke': () => ({ client_id: 'portal-cli', token: 'nothing' }),
  'accountJoins.deny': () => ({ keepInvitationIds: [] }),
  'cliSignIns.approveLocal': () => ({ port: 9_003 }),
  'handoff.completeAuthConnect': () => ({ code: 'nothing' }),
  'handoff.introspect': () => ({ token: 'nothing' }),
}

const days = { startDate: '2024-08-12', endDate: '2024-08-18' }

/** Valid queries, for the same reason. */
const queries: Record<string, Record<string, string>> = {
  'staffSearch.listByEmail': { email: 'somebody@example.com' },
  'staffReports.signupReport': days,
  'staffReports.signupSummary': days,
  'staffReports.signupDownload': days,
  'cliSignIns.redeem': { nonce: 'nothing' },
  'staffSearch.search': { text: 'somebody' },
}

function whereTo(location: string, caller: MatrixCaller): string {
  if (location.startsWith(test.config.PORTAL_URL))
    return location.replace(test.config.PORTAL_URL, 'portal').replace(caller.workspaceId, 'ID')
  return location.split('?')[0] ?? ''
}

/** Returns the call's path with the caller's own ids. Other ids don't exist. */
function pathFor(call: (typeof calls)[number], caller: MatrixCaller): string {
  const { userId, workspaceId, sessionId, invitationId, code } = caller
  const ids: Record<string, string | undefined> = {
    userId,
    workspaceId,
    sessionId,
    invitationId,
    code,
    userCode: 'BCDFGHJK',
  }
  const names = pathSegments(call).flatMap((segment) => (segment.startsWith(':') ? segment.slice(1) : []))
  return pathOf(call, Object.fromEntries(names.map((name) => [name, ids[name] ?? 'none'])))
}

async function outcomeOf(call: (typeof calls)[number], caller: MatrixCaller): Promise<string> {
  const body = bodies[call.name]?.(caller)
  const response = await test.app.inject({
    method: call.method,
    url: pathFor(call, caller),
    ...(queries[call.name] ? { query: queries[call.name] } : {}),
    headers: test.headersOf(caller.as),
    ...(body ? { payload: body } : {}),
  })
  if (response.statusCode === 302) return whereTo(String(response.headers.location), caller)
  if (response.statusCode < 400) return String(response.statusCode)
  const refused = response.json()
  return `${response.statusCode} ${refused.type ?? refused.error.type ?? refused.kind}`
}

const matrix = 'apps/api/src/testing/expected-outcomes.ts'

it('the authorization matrix has exactly one row for every call', () => {
  const rows = Object.keys(expectedOutcomes).sort()
  expect(rows, `Give each call a row in ${matrix}.`).toEqual(calls.map(({ name }) => name).sort())
})

/** Calls that change the state that later calls depend on. */
const changingCalls = new Set([
  'legal.agree',
  'sessions.end',
  'sessions.endOne',
  'sessions.endOthers',
  'members.leave',
  'invitations.accept',
  'invitations.decline',
  'signIn.end',
  'workspaces.delete',
  'workspaces.restore',
])

it('every call answers every kind of caller as the authorization matrix says', async () => {
  let callers = await prepareCallers()
  for (const call of calls) {
    const row = expectedOutcomes[call.name]
    if (!row) continue
    const outcomes: Record<string, string> = {}
    // The owner comes last, because other callers could not use what the owner deletes.
    const { owner, ...others } = callers
    for (const [name, caller] of Object.entries({ ...others, owner }))
      if (caller) outcomes[name] = await outcomeOf(call, caller)
    const { allOthers = 'missing in the row', ...named } = row
    const expected = Object.keys(callers).map((name) => [name, named[name] ?? allOthers])
    const bodyHint = call.body && !bodies[call.name] ? ' It needs a valid body in `bodies`.' : ''
    const hint = `${call.name} differs from its row in ${matrix}.${bodyHint}`
    expect.soft(outcomes, hint).toEqual(Object.fromEntries(expected))
    expect.soft(Object.keys(callers), call.name).toEqual(expect.arrayContaining(Object.keys(named)))
    if (changingCalls.has(call.name)) callers = await prepareCallers()
  }
}, 180_000)

async function prepareCallers() {
  await truncateAll(test.database)
  const callers = await makeCallers(test)
  const known = await test.database.orm.select().from(identities)
  for (const { subject, email, isEmailVerified } of known)
    test.identity.add({ subject, email, isEmailVerified })
  return callers
}
