import { dayMs, hourMs } from '@portal/contract/durations'
import { messages } from '@portal/contract/messages'
import type { NewToken } from '@portal/contract/tokens/token-schemas'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { addMember, makeWorkspace } from '../../testing/factories.ts'
import { issueToken } from '../../testing/issue-token.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import {
  emailNeeded,
  ok,
  ownAccount,
  ownerAndApprover,
  reducing,
  sessionRead,
  workspaceWrite,
} from '../../testing/outcome-groups.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'
import { workspaceActivity } from '../activity/activity-table.ts'
import { authTokens } from './token-table.ts'

const test = useTestApp()

async function makeSetting() {
  const owner = await makeSignedIn(test)
  const editor = await makeSignedIn(test)
  const workspace = await makeWorkspace(test.database, owner.user)
  await addMember(test.database, workspace, editor.user)
  return { owner, editor, workspace, id: workspace.id }
}

const fine: NewToken = { name: 'Pipeline', expiration: '48h' }
const create = (me: SignedIn, workspaceId: string, body: { [field: string]: unknown } = fine) =>
  test.send(tokens.create, { params: { workspaceId }, body: body as NewToken }, { session: me.session })
const list = (me: SignedIn, workspaceId: string, query: { limit?: string; after?: string } = {}) =>
  test.send(tokens.list, { params: { workspaceId }, query }, { session: me.session })
const of = (workspaceId: string, tokenId: string) => ({ params: { workspaceId, tokenId } })
const read = (me: SignedIn, workspaceId: string, tokenId: string) =>
  test.send(tokens.read, of(workspaceId, tokenId), { session: me.session })
const rename = (me: SignedIn, workspaceId: string, tokenId: string, name: string) =>
  test.send(tokens.rename, { ...of(workspaceId, tokenId), body: { name } }, { session: me.session })
const revoke = (me: SignedIn, workspaceId: string, tokenId: string) =>
  test.send(tokens.revoke, of(workspaceId, tokenId), { session: me.session })
const acts = async () => {
  const rows = await test.database.orm.select().from(workspaceActivity).orderBy(workspaceActivity.id)
  return rows.map(({ act, subject }) => [act, subject])
}

describe('tokens.create', () => {
  it('returns the secret once, does not store it, and forbids caching', async () => {
    const { editor, id } = await makeSetting()
    const reply = await create(editor, id, { name: '  Zoe\u0308’s <job> ', expiration: '48h' })
    expect(reply.headers['cache-control']).toBe('no-store')
    const { authToken, token } = reply.body
    expect(authToken).toEqual({
      id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      name: 'Zoë’s <job>',
      permission: 'read',
      userId: editor.user.id,
      workspaceId: id,
      claims: {
        version: '2',
        sub: editor.user.id,
        userId: editor.user.id,
        workspaceId: id,
        role: 'automation',
      },
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      lastUsedAt: null,
      lastUsedIp: null,
      createdBy: {
        userId: editor.user.id,
        firstName: editor.user.firstName,
        lastName: editor.user.lastName,
        email: editor.user.email,
      },
      serviceAccount: null,
      secrets: [
        {
          createdAt: authToken.createdAt,
          expiresAt: authToken.expiresAt,
          retiresAt: null,
          lastUsedAt: null,
          lastUsedIp: null,
        },
      ],
      pausedUntil: null,
    })
    expect(Date.parse(authToken.expiresAt ?? '') - Date.parse(authToken.createdAt)).toBe(2 * dayMs)
    const rows = await test.database.orm.select().from(authTokens)
    expect(rows).toMatchObject([{ kind: 'api', userId: editor.user.id, workspaceId: id, sessionId: null }])
    for (const part of token.split('.')) expect(JSON.stringify(rows)).not.toContain(part)
    const again = [await list(editor, id), await read(editor, id, authToken.id)]
    for (const { body } of again) expect(JSON.stringify(body)).not.toContain(token.split('.')[2])
    expect(await acts()).toEqual([['token.created', 'Zoë’s <job>']])
  })

  it('signs the documented claims with a published key', async () => {
    const { editor, id } = await makeSetting()
    const { token, authToken } = (await create(editor, id)).body
    const published = (await test.app.inject('/.well-known/jwks.json')).json() as JSONWebKeySet
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(published))
    expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: expect.any(String) })
    expect(payload).toEqual({
      iss: test.config.API_URL,
      aud: test.config.API_URL,
      sub: editor.user.id,
      userId: editor.user.id,
      workspaceId: id,
      role: 'automation',
      version: '2',
      jti: authToken.id,
      iat: expect.any(Number),
      exp: Math.floor(Date.parse(authToken.expiresAt ?? '') / 1_000),
    })
  })

  it('creates a token that works for its workspace until it expires, and records its use', async () => {
    const { owner, editor, id } = await makeSetting()
    const { token, authToken } = (await create(editor, id)).body
    const mine = await test.send(workspaces.list, {}, { bearer: token })
    expect(mine.body.map((workspace) => workspace.id)).toEqual([id])
    await expect
      .poll(async () => (await read(owner, id, authToken.id)).body.authToken)
      .toMatchObject({ lastUsedAt: expect.any(String), lastUsedIp: '127.0.0.1' })
    test.clockOffsetMs = 2 * dayMs + 1_000
    expect((await test.send(workspaces.list, {}, { bearer: token })).errorType).toBe('TokenExpired')
  })

  it.each([
    ['name', '', messages.required],
    ['name', '   ', messages.required],
    ['name', undefined, messages.required],
    ['name', 'a'.repeat(101), messages.tooLong(100)],
    ['expiration', '', messages.required],
    ['expiration', '48', messages.timeString],
    ['expiration', '0s', messages.timeString],
    ['expiration', '-1d', messages.timeString],
    ['expiration', 'never', messages.timeString],
    ['expiration', '1d'.repeat(50), messages.tooLong(99)],
    ['expiration', '3y', 'Choose a lifetime of at most 2 years.'],
  ])('refuses the %s %j', async (field, value, message) => {
    const { owner, id } = await makeSetting()
    const reply = await create(owner, id, { ...fine, [field]: value })
    expect(reply.error?.issues?.[0]).toEqual({ path: field, message })
    expect((await list(owner, id)).body.authTokens).toEqual([])
  })

  it('accepts a name of 100 characters and the longest lifetime', async () => {
    const { owner, id } = await makeSetting()
    expect((await create(owner, id, { name: ` ${'a'.repeat(100)} `, expiration: '2y' })).status).toBe(200)
  })

  it('is refused to users who are not members, and in a quarantined workspace', async () => {
    const { id } = await makeSetting()
    expect((await create(await makeSignedIn(test), id)).errorType).toBe('NotFound')
    const me = await makeSignedIn(test)
    const paused = await makeWorkspace(test.database, me.user, { quarantinedAt: new Date() })
    expect((await create(me, paused.id)).errorType).toBe('WorkspaceQuarantined')
  })
})

describe('tokens.list', () => {
  it('returns all API tokens to every member, oldest first, including expired and revoked ones', async () => {
    const { owner, editor, id } = await makeSetting()
    const facts = { userId: owner.user.id, workspaceId: id } as const
    await issueToken(test, { ...facts, kind: 'instance' })
    const elsewhere = await makeWorkspace(test.database, owner.user)
    await create(owner, elsewhere.id)
    const made: string[] = []
    for (const hours of [3, 1, 2]) {
      test.clockOffsetMs = hours * hourMs
      made[hours] = (await create(editor, id, { name: `${hours}`, expiration: '30m' })).body.authToken.id
    }
    await revoke(owner, id, made[2] ?? '')
    const { authTokens: listed } = (await list(editor, id)).body
    expect(listed.map(({ name }) => name)).toEqual(['1', '2', '3'])
    expect(listed.map(({ revokedAt }) => revokedAt !== undefined)).toEqual([false, true, false])
  })

  it('returns each token once in pages, even if many were created at the same time', async () => {
    const { owner, id } = await makeSetting()
    const createdAt = new Date()
    await test.database.orm.insert(authTokens).values(
      Array.from({ length: 7 }, (_, at) => ({
        id: `01TOKEN${(at * 5) % 7}`,
        kind: 'api' as const,
        userId: owner.user.id,
        workspaceId: id,
        name: `${at}`,
        createdAt: at < 5 ? createdAt : new Date(createdAt.getTime() + at),
        expiresAt: new Date(createdAt.getTime() + dayMs),
      })),
    )
    const whole = (await list(owner, id)).body.authTokens.map((token) => token.id)
    const paged: string[] = []
    for (;;) {
      const after = paged.at(-1)
      const page = await list(owner, id, { limit: '3', ...(after === undefined ? {} : { after }) })
      if (page.body.authTokens.length === 0) break
      paged.push(...page.body.authTokens.map((token) => token.id))
    }
    expect(paged).toEqual(whole)
    expect(paged).toHaveLength(7)
    for (const after of ['unknown', 'c.unknown'])
      expect((await list(owner, id, { after })).errorType).toBe('ValidationError')
    expect((await list(owner, id, { limit: '0' })).errorType).toBe('ValidationError')
  })
})

describe('tokens.mine', () => {
  it('returns the caller’s active tokens of all existing workspaces, and 404 to other users', async () => {
    const { owner, editor, id } = await makeSetting()
    const elsewhere = await makeWorkspace(test.database, editor.user, { displayName: 'Elsewhere' })
    const gone = await makeWorkspace(test.database, editor.user)
    await create(owner, id)
    const first = (await create(editor, id)).body.authToken.id
    test.clockOffsetMs = 1_000
    const second = (await create(editor, elsewhere.id)).body.authToken.id
    await revoke(editor, id, (await create(editor, id)).body.authToken.id)
    await create(editor, id, { name: 'Short', expiration: '1m' })
    await create(editor, gone.id)
    await test.send(workspaces.delete, { params: { workspaceId: gone.id } }, { session: editor.session })
    await issueToken(test, { userId: editor.user.id, workspaceId: id, kind: 'instance' })
    test.clockOffsetMs = 62_000
    const mine = (me: SignedIn, userId = me.user.id) =>
      test.send(tokens.mine, { params: { userId } }, { session: me.session })
    const { authTokens: own } = (await mine(editor)).body
    expect(own.map((token) => [token.id, token.workspace.id])).toEqual([
      [first, id],
      [second, elsewhere.id],
    ])
    expect(own[1]?.workspace.displayName).toBe('Elsewhere')
    expect((await mine(owner, editor.user.id)).errorType).toBe('NotFound')
  })
})

describe('tokens.rename', () => {
  it('is allowed only to the creator and the owner, and records each actual change', async () => {
    const { owner, editor, workspace, id } = await makeSetting()
    const approver = await makeSignedIn(test)
    await addMember(test.database, workspace, approver.user, 'APPROVER')
    const tokenId = (await create(editor, id)).body.authToken.id
    expect((await rename(editor, id, tokenId, ' By creator ')).body.authToken.name).toBe('By creator')
    test.clockOffsetMs = 1_000
    expect((await rename(owner, id, tokenId, 'By owner')).body.authToken.name).toBe('By owner')
    const refused = await rename(approver, id, tokenId, 'By approver')
    expect(refused.error).toMatchObject({ type: 'NotAllowed', roles: ['OWNER'] })
    expect((await rename(owner, id, tokenId, '  ')).errorType).toBe('ValidationError')
    await rename(owner, id, tokenId, 'By owner')
    expect((await acts()).slice(1)).toEqual([
      ['token.renamed', 'Pipeline → By creator'],
      ['token.renamed', 'By creator → By owner'],
    ])
  })
})

describe('tokens.revoke', () => {
  it('revokes the token immediately, and keeps the first date when repeated', async () => {
    const { owner, editor, id } = await makeSetting()
    const { token, authToken } = (await create(editor, id)).body
    expect((await revoke(owner, id, authToken.id)).status).toBe(204)
    expect((await test.send(workspaces.list, {}, { bearer: token })).errorType).toBe('TokenRevoked')
    const first = (await read(owner, id, authToken.id)).body.authToken.revokedAt
    test.clockOffsetMs = hourMs
    expect((await revoke(editor, id, authToken.id)).status).toBe(204)
    expect((await read(owner, id, authToken.id)).body.authToken.revokedAt).toBe(first)
    expect((await acts()).filter(([act]) => act === 'token.revoked')).toEqual([['token.revoked', 'Pipeline']])
  })

  it('is allowed to the owner for any token, and to a creator for their own', async () => {
    const { owner, editor, id } = await makeSetting()
    const ofOwner = (await create(owner, id)).body.authToken.id
    const ofEditor = (await create(editor, id)).body.authToken.id
    expect((await revoke(editor, id, ofOwner)).error).toMatchObject({ type: 'NotAllowed', roles: ['OWNER'] })
    expect((await revoke(editor, id, ofEditor)).status).toBe(204)
  })

  it('works with outdated terms and in a quarantined workspace, because it only reduces access', async () => {
    const me = await makeSignedIn(test, { agreedTosVersionId: '2023-03-30' })
    const paused = await makeWorkspace(test.database, me.user, { quarantinedAt: new Date() })
    const facts = { userId: me.user.id, workspaceId: paused.id, kind: 'api' } as const
    expect((await revoke(me, paused.id, (await issueToken(test, facts)).id)).status).toBe(204)
  })
})

describe('reading, renaming and revoking a token', () => {
  it('returns 404 for tokens of other workspaces, instance tokens and unknown ids', async () => {
    const { owner, id } = await makeSetting()
    const elsewhere = await makeWorkspace(test.database, owner.user)
    const foreign = (await create(owner, elsewhere.id)).body.authToken.id
    const facts = { userId: owner.user.id, workspaceId: id, kind: 'instance' } as const
    const instance = (await issueToken(test, facts)).id
    for (const tokenId of [foreign, instance, 'unknown']) {
      expect((await read(owner, id, tokenId)).errorType).toBe('NotFound')
      expect((await rename(owner, id, tokenId, 'Mine')).errorType).toBe('NotFound')
      expect((await revoke(owner, id, tokenId)).errorType).toBe('NotFound')
    }
    const rows = await test.database.orm.select().from(authTokens)
    expect(rows.every(({ revokedAt }) => revokedAt === null)).toBe(true)
  })
})

testOutcomes(test, tokens, {
  list: { ...sessionRead, allOthers: ok },
  mine: { ...ownAccount(ok), ...emailNeeded },
  create: { ...workspaceWrite, allOthers: ok, body: { name: 'Pipeline', expiration: '1d' } },
  read: { ...sessionRead, allOthers: '404 NotFound' },
  rename: { ...workspaceWrite, allOthers: '404 NotFound', body: { name: 'Renamed' } },
  revoke: { ...reducing, allOthers: '404 NotFound' },
  rotate: { ...workspaceWrite, allOthers: '404 NotFound' },
  retire: { ...reducing, allOthers: '404 NotFound' },
  move: { ...workspaceWrite, ...ownerAndApprover('404 NotFound'), body: { serviceAccountId: 'none' } },
  pause: { ...reducing, allOthers: '404 NotFound', body: { for: '15m' } },
  resume: { ...workspaceWrite, allOthers: '404 NotFound' },
  refusals: { ...sessionRead, allOthers: '404 NotFound' },
})
