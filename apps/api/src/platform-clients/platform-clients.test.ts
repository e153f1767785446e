/**
 * The requests of the platform's existing clients, as they send them, and the fields that they read. These clients cannot be
 * changed: a test that fails here means that instances in use, the `si` CLI or programs with the Rust client stop working.
 */
import { tokens } from '@portal/contract/tokens/tokens'
import { and, eq } from 'drizzle-orm'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { users } from '../features/account/user-table.ts'
import { workspaceMembers } from '../features/members/member-table.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { issueToken } from '../testing/issue-token.ts'
import { makeTeam, type Team } from '../testing/make-team.ts'

const test = useTestApp()
let team: Team
beforeEach(async () => {
  team = await makeTeam(test)
})

const ulid = z.string().check(z.regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/))
const text = z.string()
const optionalText = z.nullish(z.string())

/** What the clients parse an error body as. */
const errorOfClients = z.object({ kind: text, message: text })
/** The answers of a hand-off, as instances parse them. */
const handoffOfInstances = z.object({
  user: z.object({
    id: ulid,
    nickname: text,
    firstName: optionalText,
    lastName: optionalText,
    pictureUrl: optionalText,
    email: text,
  }),
  workspace: z.object({
    id: ulid,
    displayName: text,
    token: text,
    creatorUserId: ulid,
    instanceUrl: text,
    instanceEnvType: text,
  }),
})
/** The user, as the Rust client parses it. */
const userOfRustClient = z.object({
  id: ulid,
  auth0Id: text,
  auth0Details: z.unknown(),
  nickname: text,
  email: text,
  emailVerified: z.boolean(),
  firstName: optionalText,
  lastName: optionalText,
  pictureUrl: optionalText,
  discordUsername: optionalText,
  githubUsername: optionalText,
  onboardingDetails: z.unknown(),
  agreedTosVersion: text,
  needsTosUpdate: z.boolean(),
})

async function request(
  method: 'GET' | 'POST',
  url: string,
  headers: Record<string, string> = {},
  payload?: object,
) {
  const response = await test.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  const { statusCode: status, body } = response
  return { status, headers: response.headers, body: body === '' ? undefined : (JSON.parse(body) as unknown) }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function tokenOf(kind: 'instance' | 'api', person = team.owner) {
  const { token } = await issueToken(test, {
    userId: person.user.id,
    workspaceId: team.workspace.id,
    kind,
  })
  return token
}

const removeFromWorkspace = ({ user }: Team['editor']) =>
  test.database.orm
    .delete(workspaceMembers)
    .where(and(eq(workspaceMembers.workspaceId, team.workspace.id), eq(workspaceMembers.userId, user.id)))

describe('a workspace instance', () => {
  /** The code with which the browser arrives at the instance. */
  async function codeFor({ session }: Team['editor']) {
    const { headers } = await request('GET', `/workspaces/${team.workspace.id}/go`, {
      cookie: `portal_session=${session}`,
    })
    return new URL(String(headers.location)).searchParams.get('code') ?? ''
  }
  const connect = async (person: Team['editor']) =>
    request('POST', '/complete-auth-connect', {}, { code: await codeFor(person) })

  it('reads systemStatus "ok" from GET / with a good Bearer token', async () => {
    for (const kind of ['instance', 'api'] as const) {
      const { status, body } = await request('GET', '/', bearer(await tokenOf(kind)))
      expect(status).toBe(200)
      expect(body).toMatchObject({
        systemStatus: 'ok',
        name: text.parse((body as { name: string }).name),
        version: expect.any(String),
        documentation: expect.stringMatching(/\/docs$/),
      })
    }
  })

  it('reads a refusal with kind and message from GET / once the member was removed', async () => {
    const token = await tokenOf('instance', team.editor)
    await removeFromWorkspace(team.editor)
    const { status, body } = await request('GET', '/', bearer(token))
    expect(status).toBe(401)
    expect(errorOfClients.parse(body)).toEqual({
      kind: 'AuthTokenRevoked',
      message: 'The token has been revoked.',
    })
  })

  it('redeems a code for the user, the workspace with its creatorUserId, and a token', async () => {
    const { status, body } = await connect(team.editor)
    expect(status).toBe(200)
    const { user, workspace } = handoffOfInstances.parse(body)
    expect(user).toMatchObject({ id: team.editor.user.id, email: team.editor.user.email })
    expect(workspace).toMatchObject({ id: team.workspace.id, creatorUserId: team.owner.user.id })
    expect(body).toHaveProperty('token', expect.any(String))
  })

  it('reads kind and message of a code that was used already', async () => {
    const code = await codeFor(team.editor)
    await request('POST', '/complete-auth-connect', {}, { code })
    const { status, body } = await request('POST', '/complete-auth-connect', {}, { code })
    expect(status).toBe(409)
    expect(errorOfClients.parse(body)).toMatchObject({
      kind: 'Conflict',
      message: expect.stringMatching(/\S/),
    })
  })

  it('reconnects with its token and reads the same user and workspace', async () => {
    const connected = (await connect(team.editor)).body
    const { token } = z.object({ token: text }).parse(connected)
    const { status, body } = await request('GET', '/auth-reconnect', bearer(token))
    expect(status).toBe(200)
    expect(handoffOfInstances.parse(body)).toEqual(handoffOfInstances.parse(connected))
  })

  it('reads a nickname also of a user who has chosen none', async () => {
    await test.database.orm.update(users).set({ nickname: null }).where(eq(users.id, team.editor.user.id))
    const { user } = handoffOfInstances.parse((await connect(team.editor)).body)
    expect(user.nickname).toBe('editor')
    const { body } = await request('GET', '/auth-reconnect', bearer(await tokenOf('instance', team.editor)))
    expect(handoffOfInstances.parse(body).user.nickname).toBe('editor')
  })

  it('verifies a token with a published key and reads the claims of version 2', async () => {
    const { token } = z.object({ token: text }).parse((await connect(team.editor)).body)
    const keys = createLocalJWKSet((await request('GET', '/.well-known/jwks.json')).body as JSONWebKeySet)
    const { payload } = await jwtVerify(token, keys, { algorithms: ['ES256'] })
    const claims = {
      version: z.literal('2'),
      userId: ulid,
      workspaceId: ulid,
      role: z.literal('web'),
      jti: ulid,
    }
    expect(z.object(claims).parse(payload)).toMatchObject({
      userId: team.editor.user.id,
      workspaceId: team.workspace.id,
    })
  })
})

describe('the si CLI, with a token', () => {
  /** It writes a colon after the scheme. */
  const asCli = (token: string) => ({ authorization: `Bearer: ${token}`, 'user-agent': 'si/1.0' })

  it('reads the user from /whoami', async () => {
    const { status, body } = await request('GET', '/whoami', asCli(await tokenOf('api')))
    expect(status).toBe(200)
    const { id, email, nickname, firstName, lastName } = team.owner.user
    expect(body).toMatchObject({ user: { id, email, nickname, firstName, lastName } })
  })

  it('reads its workspace from the list', async () => {
    const { status, body } = await request('GET', '/workspaces', asCli(await tokenOf('api')))
    expect(status).toBe(200)
    const { id, displayName, instanceUrl, instanceEnvType } = team.workspace
    expect(body).toMatchObject([{ id, displayName, instanceUrl, instanceEnvType }])
  })

  it('reads the details of its workspace, none of them empty', async () => {
    const url = `/workspaces/${team.workspace.id}`
    const { status, body } = await request('GET', url, asCli(await tokenOf('api')))
    expect(status).toBe(200)
    const present = text.check(z.minLength(1))
    z.object({ instanceUrl: present, displayName: present, id: ulid, instanceEnvType: present }).parse(body)
  })

  it('reads a string as the description of a workspace that has none', async () => {
    const url = `/workspaces/${team.workspace.id}`
    for (const path of ['/workspaces', url]) {
      const { body } = await request('GET', path, asCli(await tokenOf('api')))
      expect([body].flat()).toMatchObject([{ description: '' }])
    }
  })

  it('reads its workspace under the singular path too', async () => {
    const token = await tokenOf('api')
    const [one, other] = [`/workspace/${team.workspace.id}`, `/workspaces/${team.workspace.id}`]
    const alias = await request('GET', one, asCli(token))
    expect(alias.status).toBe(200)
    expect(alias.body).toEqual((await request('GET', other, asCli(token))).body)
  })

  it('reads whom a token belongs to, its workspace and its claims from the list of tokens', async () => {
    const created = await test.send(
      tokens.create,
      { params: team.params, body: { name: 'Nightly' } },
      team.owner,
    )
    const rowOfClients = z.object({ userId: ulid, workspaceId: ulid, claims: z.record(text, text) })
    const row = rowOfClients.parse(created.body.authToken)
    const { user } = team.owner
    expect(row).toMatchObject({ userId: user.id, workspaceId: team.workspace.id })
    expect(row.claims).toMatchObject({ userId: user.id, workspaceId: team.workspace.id, version: '2' })
  })

  it('deletes and leaves workspaces with a token that manages, and gets exactly 200', async () => {
    const manage = async (person: Team['editor']) => {
      const facts = { userId: person.user.id, workspaceId: team.workspace.id, kind: 'api' } as const
      return (await issueToken(test, { ...facts, permission: 'manage' })).token
    }
    const left = await test.app.inject({
      method: 'DELETE',
      url: `/workspace/${team.workspace.id}/leave`,
      headers: asCli(await manage(team.editor)),
    })
    expect(left.statusCode).toBe(200)
    expect(left.json()).toMatchObject([{ role: 'OWNER' }, { role: 'APPROVER' }])
    const deleted = await test.app.inject({
      method: 'DELETE',
      url: `/workspaces/${team.workspace.id}`,
      headers: asCli(await manage(team.owner)),
    })
    expect([deleted.statusCode, deleted.json()]).toEqual([200, {}])
  })

  it('is refused with a bad token, also where the call is public without one', async () => {
    for (const url of ['/whoami', '/']) {
      const { status, body } = await request('GET', url, asCli('nonsense'))
      expect(status).toBe(401)
      expect(errorOfClients.parse(body).kind).toBe('AuthTokenCorrupt')
    }
  })
})

describe('the Rust client', () => {
  const withCookie = (token: string) => ({ cookie: `si-auth=${token}` })

  it('reads systemStatus "ok" from GET / with a Bearer token', async () => {
    const { body } = await request('GET', '/', bearer(await tokenOf('api')))
    expect(z.object({ systemStatus: z.literal('ok') }).parse(body)).toEqual({ systemStatus: 'ok' })
  })

  it.each(['instance', 'api'] as const)(
    'reads the user from /whoami with an %s token in the si-auth cookie alone',
    async (kind) => {
      const { status, body } = await request('GET', '/whoami', withCookie(await tokenOf(kind)))
      expect(status).toBe(200)
      const { user } = z.object({ user: userOfRustClient }).parse(body)
      expect(user).toMatchObject({
        id: team.owner.user.id,
        nickname: team.owner.user.nickname,
        agreedTosVersion: '2024-09-25',
        needsTosUpdate: false,
      })
    },
  )

  it('reads a string as agreedTosVersion and as nickname of a user who has neither', async () => {
    await test.database.orm
      .update(users)
      .set({ agreedTosVersionId: null, nickname: null })
      .where(eq(users.id, team.owner.user.id))
    const { body } = await request('GET', '/whoami', withCookie(await tokenOf('api')))
    const { user } = z.object({ user: userOfRustClient }).parse(body)
    expect(user).toMatchObject({ agreedTosVersion: '', nickname: 'owner', needsTosUpdate: true })
  })

  it('gets a status of 401 for a token that was revoked', async () => {
    const token = await tokenOf('api', team.editor)
    await removeFromWorkspace(team.editor)
    expect((await request('GET', '/whoami', withCookie(token))).status).toBe(401)
    expect((await request('GET', '/', bearer(token))).status).toBe(401)
  })
})
