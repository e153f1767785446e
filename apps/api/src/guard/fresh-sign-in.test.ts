/** Every call that needs a fresh sign-in, at the age where it stops being fresh. See docs/product/sign-in.md#fresh-sign-in. */
import { calls } from '@portal/contract/calls'
import { cliSignIns } from '@portal/contract/cli-sign-ins/cli-sign-ins'
import { declaredErrors, type Endpoint, pathOf } from '@portal/contract/endpoint'
import { myData } from '@portal/contract/my-data/my-data'
import { ownership } from '@portal/contract/ownership/ownership'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { sessions } from '@portal/contract/sessions/sessions'
import { tokens } from '@portal/contract/tokens/tokens'
import { trustRules } from '@portal/contract/trust-rules/trust-rules'
import { webhooks } from '@portal/contract/webhooks/webhooks'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../testing/build-test-app.ts'
import { addMember, makeWorkspace } from '../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../testing/make-signed-in.ts'
import { sampleInput } from '../testing/sample-input.ts'
import { signInThroughProvider } from '../testing/sign-in-through-provider.ts'

const test = useTestApp({ RATE_LIMIT_FACTOR: '10000' })
const ageMs = 3_600_000
/** Creating a token decides for itself, because the `si` CLI can't sign in again. */
const guarded = calls.filter((call) => call.access.freshSignIn || call === tokens.create)
const movedTo = 'https://elsewhere.example.com'

let workspaceId: string
let owner: SignedIn
/** An owner of the workspace who is also staff, so that only the age of the sign-in decides. */
const signedInAgo = async (elapsedMs: number | undefined) => {
  const authenticatedAt = elapsedMs === undefined ? null : new Date(test.now().getTime() - elapsedMs)
  owner = await makeSignedIn(test, { email: 'owner@systeminit.com' }, { authenticatedAt })
  workspaceId = (await makeWorkspace(test.database, owner.user)).id
  return owner
}

/** Sends a guarded call about the caller's workspace and account, or about ids that do not exist. */
async function answerOf(call: Endpoint, session: string) {
  const params = {
    ...Object.fromEntries([...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, 'none'])),
    userId: owner.user.id,
    workspaceId,
  }
  const response = await test.app.inject({
    method: call.method,
    url: pathOf(call, params),
    headers: test.headersOf({ session }),
    ...(call.body ? { payload: sampleInput(call, 'body') as object } : {}),
  })
  return {
    status: response.statusCode,
    type: response.body && response.json().kind,
    headers: response.headers,
  }
}

describe('a call that needs a fresh sign-in', () => {
  beforeEach(() => {
    // A whole second, because an `auth_time` has no milliseconds.
    test.clockOffsetMs = -(Date.now() % 1_000)
  })

  it.each(guarded.map((call) => [call.name, call] as const))(
    '%s is refused one second after the age and allowed ten seconds before it',
    async (_name, call) => {
      const { session } = await signedInAgo(ageMs + 1_000)
      const refused = await answerOf(call, session)
      expect(refused).toMatchObject({ status: 401, type: 'FreshSignInRequired' })
      expect(refused.headers['www-authenticate']).toBe(
        'Bearer error="insufficient_user_authentication", max_age=3600',
      )
      test.clockOffsetMs -= 11_000
      const allowed = await answerOf(call, session)
      expect(allowed.type).not.toBe('FreshSignInRequired')
      expect(allowed.status).toBeLessThan(500)
      expect(allowed.status).not.toBe(401)
    },
  )

  it.each(guarded.map((call) => [call.name, call] as const))(
    '%s is allowed after the user has signed in again',
    async (_name, call) => {
      const { session, user } = await signedInAgo(undefined)
      expect(await answerOf(call, session)).toMatchObject({ status: 401, type: 'FreshSignInRequired' })
      test.identity.add({ subject: user.auth0Id ?? '', email: user.email })
      const cookie = `portal_session=${session}`
      const answer = await signInThroughProvider(test, user.auth0Id ?? '', { cookie }, '?reauthenticate=1')
      const allowed = await answerOf(call, answer.session ?? '')
      expect(allowed.status).not.toBe(401)
      expect(allowed.status).toBeLessThan(500)
    },
  )

  it('is one of these, or a change by staff', () => {
    const staffWrites = calls.filter(({ access, method }) => access.staff && method !== 'GET')
    expect(staffWrites.length).toBeGreaterThan(5)
    expect(new Set(guarded)).toEqual(
      new Set([
        cliSignIns.approve,
        cliSignIns.approveLocal,
        myData.deleteAccount,
        ownership.offer,
        ownership.accept,
        serviceAccounts.create,
        sessions.approveIdentity,
        sessions.endOne,
        sessions.endOthers,
        sessions.removeIdentity,
        tokens.create,
        tokens.move,
        tokens.rotate,
        trustRules.create,
        webhooks.create,
        webhooks.rotateSecret,
        workspaces.delete,
        ...staffWrites,
      ]),
    )
  })

  it('is never a read, and only the creation of a token and the changes of a workspace and a webhook decide for themselves', () => {
    expect(guarded.filter(({ method }) => method === 'GET')).toEqual([])
    const undeclared = calls.filter(
      (call) => !call.access.freshSignIn && declaredErrors(call).includes('FreshSignInRequired'),
    )
    expect(undeclared).toEqual([workspaces.update, tokens.create, webhooks.update])
  })

  it('accepts no instance token and no API token', () => {
    for (const { access } of guarded)
      expect(access.credentials).not.toEqual(expect.arrayContaining(['instance']))
    for (const { access } of guarded) expect(access.credentials).not.toEqual(expect.arrayContaining(['api']))
  })

  it('refuses for any other reason before it asks for a fresh sign-in', async () => {
    await signedInAgo(0)
    const stale = { authenticatedAt: new Date(test.now().getTime() - ageMs - 1_000) }
    const params = { workspaceId }
    const input = { params, body: { name: 'Pipeline', expiration: '1d' } }
    const stranger = await makeSignedIn(test, {}, stale)
    expect((await test.send(tokens.create, input, stranger)).errorType).toBe('NotFound')
    const unverified = await makeSignedIn(test, { emailVerified: false }, stale)
    expect((await test.send(tokens.create, input, unverified)).errorType).toBe('EmailNotVerified')
    const suspended = await makeSignedIn(test, { suspendedAt: new Date() }, stale)
    expect((await test.send(tokens.create, input, suspended)).errorType).toBe('AccountSuspended')
    const editor = await makeSignedIn(test, {}, stale)
    const workspace = await makeWorkspace(test.database, owner.user)
    await addMember(test.database, workspace, editor.user)
    const own = { params: { workspaceId: workspace.id } }
    expect((await test.send(workspaces.delete, own, editor)).errorType).toBe('NotAllowed')
  })

  it('changes nothing when it is refused', async () => {
    const { session } = await signedInAgo(ageMs + 1_000)
    await test.send(workspaces.delete, { params: { workspaceId } }, { session })
    expect((await test.send(workspaces.read, { params: { workspaceId } }, { session })).status).toBe(200)
  })
})

describe('workspaces.update', () => {
  const save = (body: object, session: string) =>
    test.send(workspaces.update, { params: { workspaceId }, body }, { session })

  it('needs a fresh sign-in for a new URL, and writes nothing without one', async () => {
    const { session } = await signedInAgo(ageMs + 1_000)
    const refused = await save({ instanceUrl: movedTo, displayName: 'Moved' }, session)
    expect(refused).toMatchObject({ status: 401, errorType: 'FreshSignInRequired' })
    expect(refused.headers['www-authenticate']).toContain('insufficient_user_authentication')
    const { body } = await test.send(workspaces.read, { params: { workspaceId } }, { session })
    expect(body.instanceUrl).toBe('http://localhost:8080')
    expect(body.displayName).not.toBe('Moved')
    test.clockOffsetMs -= 11_000
    const allowed = await save({ instanceUrl: movedTo, displayName: 'Moved' }, session)
    expect(allowed.body[0]).toMatchObject({ instanceUrl: movedTo, displayName: 'Moved' })
  })

  it('needs no fresh sign-in while the URL stays the same', async () => {
    const { session } = await signedInAgo(undefined)
    const same = { instanceUrl: ' http://localhost:8080/ ', displayName: 'Renamed', description: 'New' }
    const { body, status } = await save(same, session)
    expect(status).toBe(200)
    expect(body[0]).toMatchObject({ displayName: 'Renamed', instanceUrl: 'http://localhost:8080' })
  })
})
