import { account } from '@portal/contract/account/account'
import { handoff } from '@portal/contract/handoff/handoff'
import { service } from '@portal/contract/service/service'
import { and, eq } from 'drizzle-orm'
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { addMember, makeWorkspace, type WorkspaceRow } from '../../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { allCallers, badCredentials, ok, pausedTokens } from '../../testing/outcome-groups.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'
import { users } from '../account/user-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { endSession } from '../sessions/session-actions.ts'
import { sessions } from '../sessions/session-table.ts'
import { authTokens } from '../tokens/token-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

const test = useTestApp()

interface Opened extends SignedIn {
  workspace: WorkspaceRow
  code: string
}

/** A user who has just been redirected to the instance with a code. */
async function opened(): Promise<Opened> {
  const owner = await makeSignedIn(test)
  const me = await makeSignedIn(test, { pictureUrl: 'https://img.example/a.png' })
  const workspace = await makeWorkspace(test.database, owner.user)
  await addMember(test.database, workspace, me.user, 'APPROVER')
  return { ...me, workspace, code: await openAgain(me.session, workspace.id) }
}

async function openAgain(session: string, workspaceId: string): Promise<string> {
  const headers = { cookie: `portal_session=${session}` }
  const response = await test.app.inject({ url: `/workspaces/${workspaceId}/go`, headers })
  return new URL(String(response.headers.location)).searchParams.get('code') ?? ''
}

const redeem = (code: string) => test.send(handoff.completeAuthConnect, { body: { code } })
const whoami = async (bearer: string) => {
  const { status, errorType } = await test.send(account.whoami, {}, { bearer })
  return errorType ?? status
}

describe('Redeeming a hand-off code', () => {
  it('a second time within its lifetime revokes the token of the first redemption', async () => {
    const { code } = await opened()
    const { token } = (await redeem(code)).body
    expect(await whoami(token)).toBe(200)
    // The real clock keeps running, so this stays well below the lifetime of 60 seconds.
    test.clockOffsetMs = 30_000
    expect(await redeem(code)).toMatchObject({ status: 409, errorType: 'Conflict' })
    expect(await whoami(token)).toBe('TokenRevoked')
  })

  it('a second time after its lifetime does not revoke the token of the first redemption', async () => {
    const { code } = await opened()
    const { token } = (await redeem(code)).body
    test.clockOffsetMs = 61_000
    expect((await redeem(code)).status).toBe(409)
    expect(await whoami(token)).toBe(200)
  })

  it('a second time does not revoke the tokens of other codes', async () => {
    const { code, session, workspace } = await opened()
    const other = (await redeem(await openAgain(session, workspace.id))).body.token
    await redeem(code)
    await redeem(code)
    expect(await whoami(other)).toBe(200)
  })

  it('returns the user, the workspace with its secret, and a token', async () => {
    const { user, workspace, code } = await opened()
    const reply = await redeem(code)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      user: {
        id: user.id,
        email: user.email,
        nickname: user.nickname,
        firstName: user.firstName,
        lastName: user.lastName,
        pictureUrl: user.pictureUrl,
      },
      workspace: {
        id: workspace.id,
        displayName: workspace.displayName,
        creatorUserId: workspace.creatorUserId,
        instanceUrl: workspace.instanceUrl,
        instanceEnvType: 'LOCAL',
        approvalsEnabled: false,
        role: 'APPROVER',
        token: workspace.token,
      },
      token: expect.any(String),
    })
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  it('returns a token with the documented claims that verifies with the published keys', async () => {
    const { user, workspace, code } = await opened()
    const { token } = (await redeem(code)).body
    const { body } = await test.send(service.publicKeys, {})
    const keys = createLocalJWKSet(body as unknown as JSONWebKeySet)
    const { payload } = await jwtVerify(token, keys, {
      issuer: 'http://localhost:9001',
      audience: 'http://localhost:8080',
      algorithms: ['ES256'],
    })
    const [row] = await test.database.orm.select().from(authTokens)
    expect(payload).toEqual({
      iss: 'http://localhost:9001',
      sub: user.id,
      userId: user.id,
      workspaceId: workspace.id,
      role: 'web',
      version: '2',
      aud: 'http://localhost:8080',
      jti: row?.id,
      iat: expect.any(Number),
      exp: Number(payload.iat) + 168 * 3_600,
    })
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', kid: body.keys[0]?.kid })
    for (const key of body.keys)
      expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  })

  it('succeeds once', async () => {
    const { code } = await opened()
    expect((await redeem(code)).status).toBe(200)
    expect(await redeem(code)).toMatchObject({ status: 409, errorType: 'Conflict' })
  })

  it('succeeds for exactly one of fifty concurrent attempts', async () => {
    const { code } = await opened()
    const replies = await Promise.all(Array.from({ length: 50 }, () => redeem(code)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ errorType }) => errorType === 'Conflict')).toHaveLength(49)
    expect(await test.database.orm.select().from(authTokens)).toHaveLength(1)
  })

  it('succeeds for each of several codes at the same time', async () => {
    const { session, workspace } = await opened()
    const codes = await Promise.all(Array.from({ length: 8 }, () => openAgain(session, workspace.id)))
    const replies = await Promise.all(codes.map(redeem))
    expect(replies.map(({ status }) => status)).toEqual(codes.map(() => 200))
  })

  it('refuses an expired, unknown or empty code and any other secret', async () => {
    const { code, session, workspace } = await opened()
    for (const wrong of ['x', session, workspace.token, workspace.id, 'a'.repeat(512)])
      expect((await redeem(wrong)).errorType).toBe('Conflict')
    for (const malformed of ['', 'a'.repeat(513)])
      expect((await redeem(malformed)).errorType).toBe('ValidationError')
    test.clockOffsetMs = 60_001
    expect((await redeem(code)).errorType).toBe('Conflict')
  })

  it('records when the workspace was opened', async () => {
    const { code, user } = await opened()
    await redeem(code)
    const own = eq(workspaceMembers.userId, user.id)
    const [member] = await test.database.orm.select().from(workspaceMembers).where(own)
    expect(Math.abs(Date.now() - Number(member?.lastOpenedAt))).toBeLessThan(60_000)
  })
})

const now = new Date()
const orm = () => test.database.orm

/** Changes between issuing and redeeming a code, and the resulting error type. Each attempt consumes the code. */
const meanwhile: [string, (me: Opened) => Promise<unknown>, string][] = [
  ['the session ended', (me) => endSession(orm(), me.sessionId, now), 'Conflict'],
  [
    'the session has expired',
    (me) =>
      orm()
        .update(sessions)
        .set({ expiresAt: new Date(0) })
        .where(eq(sessions.id, me.sessionId)),
    'Conflict',
  ],
  [
    'the member has been removed',
    (me) =>
      orm()
        .delete(workspaceMembers)
        .where(
          and(eq(workspaceMembers.workspaceId, me.workspace.id), eq(workspaceMembers.userId, me.user.id)),
        ),
    'NotFound',
  ],
  ['the workspace was deleted', () => orm().update(workspaces).set({ deletedAt: now }), 'NotFound'],
  [
    'the workspace is quarantined',
    () => orm().update(workspaces).set({ quarantinedAt: now }),
    'WorkspaceQuarantined',
  ],
  [
    'the instance URL has changed',
    () => orm().update(workspaces).set({ instanceUrl: 'https://other.example' }),
    'Conflict',
  ],
  ['the person was quarantined', () => orm().update(users).set({ quarantinedAt: now }), 'AccountQuarantined'],
  ['the person was suspended', () => orm().update(users).set({ suspendedAt: now }), 'AccountSuspended'],
  ['the account was deleted', () => orm().update(users).set({ deletedAt: now }), 'Conflict'],
  [
    'new terms are in force',
    () => orm().update(users).set({ agreedTosVersionId: '2023-03-30' }),
    'MissingTosAcceptance',
  ],
  [
    'the address is no longer verified',
    () => orm().update(users).set({ emailVerified: false }),
    'EmailNotVerified',
  ],
]

describe('A hand-off code', () => {
  it.each(meanwhile)('is refused when %s', async (_, happens, type) => {
    const me = await opened()
    await happens(me)
    expect((await redeem(me.code)).errorType).toBe(type)
    expect((await redeem(me.code)).errorType).toBe('Conflict')
    expect(await orm().select().from(authTokens)).toEqual([])
  })

  it('says why it is refused while its workspace is quarantined', async () => {
    const { code } = await opened()
    await orm().update(workspaces).set({ quarantinedAt: now })
    expect((await redeem(code)).error?.message).toBe('The workspace is paused for suspicious activity.')
  })
})

describe('An instance token', () => {
  it('returns its user and workspace again without a new token', async () => {
    const me = await opened()
    const { token, ...rest } = (await redeem(me.code)).body
    await orm().update(users).set({ nickname: 'renamed' })
    const reply = await test.send(handoff.authReconnect, {}, { bearer: token })
    expect(reply.body).toEqual({ ...rest, user: { ...rest.user, nickname: 'renamed' } })
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  it('is refused while its user or workspace is paused, and works again afterwards', async () => {
    const { code } = await opened()
    const { token } = (await redeem(code)).body
    const pauses = [
      [users, 'quarantinedAt', 'AccountQuarantined'],
      [users, 'suspendedAt', 'AccountSuspended'],
      [workspaces, 'quarantinedAt', 'WorkspaceQuarantined'],
    ] as const
    for (const [table, column, type] of pauses) {
      await orm()
        .update(table)
        .set({ [column]: now })
      expect(await whoami(token)).toBe(type)
      expect((await test.send(service.root, {}, { bearer: token })).errorType).toBe(type)
      await orm()
        .update(table)
        .set({ [column]: null })
      expect(await whoami(token)).toBe(200)
    }
  })

  it('ends with the session it came from, and not with another session of the user', async () => {
    const me = await opened()
    const other = await makeSignedIn(test)
    const { token } = (await redeem(me.code)).body
    await endSession(orm(), other.sessionId, now)
    expect(await whoami(token)).toBe(200)
    await endSession(orm(), me.sessionId, now)
    expect(await whoami(token)).toBe('TokenRevoked')
  })

  it('stays revoked for a member who was removed and invited again', async () => {
    const me = await opened()
    const { token } = (await redeem(me.code)).body
    const own = eq(workspaceMembers.userId, me.user.id)
    await orm().delete(workspaceMembers).where(own)
    expect(await whoami(token)).toBe('TokenRevoked')
  })

  it('is refused after it has expired', async () => {
    const me = await opened()
    const { token } = (await redeem(me.code)).body
    test.clockOffsetMs = 168 * 3_600_000 + 1_000
    expect(await whoami(token)).toBe('TokenExpired')
  })

  it('has its last use recorded with a precision of one minute', async () => {
    const me = await opened()
    const { token } = (await redeem(me.code)).body
    const row = async () => (await orm().select().from(authTokens))[0]
    expect((await row())?.lastUsedAt).toBeNull()
    await whoami(token)
    await expect.poll(async () => (await row())?.lastUsedIp).toBe('127.0.0.1')
    const first = (await row())?.lastUsedAt?.getTime()
    await whoami(token)
    test.clockOffsetMs = 61_000
    await whoami(token)
    await expect
      .poll(async () => (await row())?.lastUsedAt?.getTime())
      .toBeGreaterThanOrEqual(Number(first) + 61_000)
  })
})

testOutcomes(test, handoff, {
  completeAuthConnect: { ...allCallers('409 Conflict'), body: { code: 'nothing' } },
  authReconnect: {
    ...badCredentials,
    ...pausedTokens,
    unverifiedPersonsToken: '403 EmailNotVerified',
    instanceToken: ok,
    instanceTokenOfAnotherWorkspace: ok,
    apiToken: '403 NotAllowed',
    apiTokenOfAnotherWorkspace: '403 NotAllowed',
    manageToken: '403 NotAllowed',
    manageTokenOfAnotherWorkspace: '403 NotAllowed',
    // A portal session is not a credential for this call.
    allOthers: '401 NotSignedIn',
    endedSession: '401 NotSignedIn',
    idleSession: '401 NotSignedIn',
    lateSession: '401 NotSignedIn',
  },
  introspect: { ...allCallers(ok), body: { token: 'nothing' } },
})
