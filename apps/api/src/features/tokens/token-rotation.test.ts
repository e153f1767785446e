import { account } from '@portal/contract/account/account'
import { activity } from '@portal/contract/activity/activity'
import { dayMs, hourMs, minuteMs } from '@portal/contract/durations'
import type { Rotation } from '@portal/contract/tokens/token-schemas'
import { tokens } from '@portal/contract/tokens/tokens'
import { sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { makeTeam, type Team } from '../../testing/make-team.ts'

const test = useTestApp()
let team: Team
beforeEach(async () => {
  team = await makeTeam(test)
})

const create = async (expiration = '10d', as: SignedIn = team.editor) => {
  const body = { name: 'Pipeline', expiration }
  const reply = await test.send(tokens.create, { params: team.params, body }, as)
  return { id: reply.body.authToken.id, token: reply.body.token }
}
const of = (tokenId: string) => ({ params: { ...team.params, tokenId } })
const rotate = (tokenId: string, body: Rotation = {}, as: SignedIn = team.editor) =>
  test.send(tokens.rotate, { ...of(tokenId), body }, as)
const rotated = async (tokenId: string, body: Rotation = {}) => (await rotate(tokenId, body)).body.token
const retire = (tokenId: string, as: SignedIn = team.editor) => test.send(tokens.retire, of(tokenId), as)
const read = async (tokenId: string) => (await test.send(tokens.read, of(tokenId), team.owner)).body.authToken
const secretsOf = async (tokenId: string) => (await read(tokenId)).secrets
const use = async (bearer: string) => {
  const reply = await test.send(account.whoami, {}, { bearer })
  return reply.errorType ?? reply.status
}
const log = async () => {
  const { body } = await test.send(activity.list, { params: team.params }, team.owner)
  return body.map(({ act, subject }) => [act, subject]).reverse()
}

describe('tokens.rotate', () => {
  it('returns a new secret and keeps the id, the name and the place in the list', async () => {
    const { id, token } = await create()
    test.clockOffsetMs = minuteMs
    const later = await create()
    test.clockOffsetMs = 120_000
    const reply = await rotate(id)
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.body.authToken).toMatchObject({ id, name: 'Pipeline', serviceAccount: null })
    expect(decodeJwt(reply.body.token)).toMatchObject({
      ...decodeJwt(token),
      jti: expect.not.stringMatching(id),
      iat: expect.any(Number),
      exp: expect.any(Number),
    })
    const { body } = await test.send(tokens.list, { params: team.params }, team.owner)
    expect(body.authTokens.map((row) => row.id)).toEqual([id, later.id])
    expect(await log()).toEqual([
      ['token.created', 'Pipeline'],
      ['token.created', 'Pipeline'],
      ['token.rotated', 'Pipeline'],
    ])
  })

  it('keeps the previous secret for 24 hours, then refuses it', async () => {
    const { id, token } = await create()
    const next = await rotated(id)
    expect([await use(token), await use(next)]).toEqual([200, 200])
    test.clockOffsetMs = dayMs - 60_000
    expect([await use(token), await use(next)]).toEqual([200, 200])
    test.clockOffsetMs = dayMs + 60_000
    expect([await use(token), await use(next)]).toEqual(['TokenRevoked', 200])
  })

  it.each(['0', '0h', '0 minutes'])(
    'ends the previous secret immediately with the overlap %j',
    async (overlap) => {
      const { id, token } = await create()
      const next = await rotated(id, { overlap })
      expect([await use(token), await use(next)]).toEqual(['TokenRevoked', 200])
    },
  )

  it('accepts an overlap of 30 days, and refuses a longer one, a negative one and other text', async () => {
    const { id } = await create()
    expect((await rotate(id, { overlap: '30d' })).status).toBe(200)
    for (const overlap of ['31d', '-1h', 'never', '5', '', '9'.repeat(200)])
      expect((await rotate(id, { overlap })).error?.issues?.[0]?.path).toBe('overlap')
  })

  it('works without a body, as a shell script sends it', async () => {
    const { id } = await create()
    const reply = await test.app.inject({
      method: 'POST',
      url: `/workspaces/${team.workspace.id}/authTokens/${id}/rotate`,
      headers: test.headersOf(team.editor),
    })
    expect(reply.statusCode).toBe(200)
  })

  it('gives the new secret the same lifetime as the previous one, unless an expiration is sent', async () => {
    const { id } = await create('10d')
    test.clockOffsetMs = 5 * dayMs
    const sameAgain = (await rotate(id)).body
    const lifetimeOf = (token: string) => {
      const { exp = 0, iat = 0 } = decodeJwt(token)
      return (exp - iat) * 1_000
    }
    expect(lifetimeOf(sameAgain.token)).toBe(10 * dayMs)
    expect(Date.parse(sameAgain.authToken.expiresAt ?? '')).toBeGreaterThan(
      test.now().getTime() + 9.9 * dayMs,
    )
    expect(lifetimeOf(await rotated(id, { expiration: '1h' }))).toBe(hourMs)
    expect((await rotate(id, { expiration: '3y' })).error?.issues).toEqual([
      { path: 'expiration', message: 'Choose a lifetime of at most 2 years.' },
    ])
  })

  it('replaces a new secret that was never used, but never the one in use', async () => {
    const { id, token } = await create()
    await use(token)
    const lost = await rotated(id)
    test.clockOffsetMs = 23 * hourMs
    const found = await rotated(id)
    expect(await use(lost)).toBe('NotSignedIn')
    test.clockOffsetMs = 46 * hourMs
    expect([await use(token), await use(found)]).toEqual([200, 200])
    test.clockOffsetMs = 48 * hourMs
    expect([await use(token), await use(found)]).toEqual(['TokenRevoked', 200])
  })

  it('keeps both used secrets when it rotates again, each until its own end', async () => {
    const { id, token } = await create()
    const second = await rotated(id, { overlap: '2h' })
    await use(second)
    const third = await rotated(id, { overlap: '10h' })
    expect([await use(token), await use(second), await use(third)]).toEqual([200, 200, 200])
    test.clockOffsetMs = 3 * hourMs
    expect([await use(token), await use(second), await use(third)]).toEqual(['TokenRevoked', 200, 200])
  })

  it('ends the previous secret with the token, so that none works while lists and staff take the token for expired', async () => {
    const { id, token } = await create('10d')
    await use(token)
    await rotate(id, { expiration: '1h', overlap: '30d' })
    test.clockOffsetMs = hourMs - 60_000
    expect(await use(token)).toBe(200)
    test.clockOffsetMs = hourMs + 1_000
    expect(await use(token)).toBe('TokenRevoked')
  })

  it('says that the previous secret works until it expires if that is before the end of the overlap', async () => {
    const { id } = await create('6h')
    test.clockOffsetMs = 3 * hourMs
    await rotate(id)
    const [newest, previous] = await secretsOf(id)
    expect(newest?.retiresAt).toBeNull()
    expect(previous?.retiresAt).toBe(previous?.expiresAt)
  })

  it('lists the newest 20 secrets of a token that was rotated hundreds of times', async () => {
    const { id } = await create()
    await rotate(id)
    await test.database.orm.execute(sql`
      insert into auth_token_secrets (id, token_id, created_at, expires_at, retires_at)
      select 'S' || lpad(n::text, 25, '0'), ${id}, now() - n * interval '1 minute',
        now() + interval '9 days', now() + interval '8 days'
      from generate_series(1, 500) n`)
    const secrets = await secretsOf(id)
    expect(secrets).toHaveLength(20)
    expect(secrets[0]?.retiresAt).toBeNull()
  })

  it('refuses the oldest secret permanently after many rotations', async () => {
    const { id, token } = await create()
    const all: string[] = []
    for (let round = 0; round < 9; round += 1) {
      all.push(await rotated(id, { overlap: '0' }))
      expect(await use(all.at(-1) ?? '')).toBe(200)
    }
    expect(await use(token)).toBe('TokenRevoked')
    for (const old of all.slice(0, -1)) expect(await use(old)).toMatch(/^(TokenRevoked|NotSignedIn)$/)
    expect(await secretsOf(id)).toHaveLength(6)
  })

  it('refuses a revoked and an expired token', async () => {
    const { id } = await create('1d')
    const gone = await create()
    await test.send(tokens.revoke, of(gone.id), team.editor)
    expect((await rotate(gone.id)).error?.message).toBe('This token is revoked. Create a new one instead.')
    test.clockOffsetMs = 2 * dayMs
    const { status, error } = await rotate(id)
    expect([status, error?.message]).toEqual([409, 'This token has expired. Create a new one instead.'])
  })

  it('revokes every secret when the token is revoked', async () => {
    const { id, token } = await create()
    const next = await rotated(id)
    await use(next)
    await test.send(tokens.revoke, of(id), team.owner)
    expect([await use(token), await use(next)]).toEqual(['TokenRevoked', 'TokenRevoked'])
  })
})

describe('the secrets of a token', () => {
  it('are the token itself until it is rotated', async () => {
    const { id, token } = await create()
    await use(token)
    await expect.poll(async () => (await secretsOf(id))[0]?.lastUsedAt).toEqual(expect.any(String))
    const { createdAt, expiresAt, secrets, lastUsedAt } = await read(id)
    expect(secrets).toEqual([{ createdAt, expiresAt, retiresAt: null, lastUsedAt, lastUsedIp: '127.0.0.1' }])
  })

  it('show the last use of each secret separately, newest first', async () => {
    const { id, token } = await create()
    await use(token)
    await expect.poll(async () => (await read(id)).lastUsedAt).toEqual(expect.any(String))
    const next = await rotated(id)
    const [unused, inUse] = await secretsOf(id)
    expect(unused).toMatchObject({ retiresAt: null, lastUsedAt: null, lastUsedIp: null })
    expect(inUse).toMatchObject({
      retiresAt: expect.any(String),
      lastUsedAt: expect.any(String),
      lastUsedIp: '127.0.0.1',
    })
    test.clockOffsetMs = hourMs
    await use(next)
    const [used, old] = await secretsOf(id)
    expect(Date.parse(used?.lastUsedAt ?? '')).toBeGreaterThan(Date.parse(inUse?.lastUsedAt ?? ''))
    expect(old?.lastUsedAt).toBe(inUse?.lastUsedAt)
    expect((await read(id)).lastUsedAt).toBe(used?.lastUsedAt)
  })
})

describe('tokens.retire', () => {
  it('ends the previous secret immediately, once', async () => {
    const { id, token } = await create()
    const next = await rotated(id, { overlap: '30d' })
    const { body } = await retire(id)
    expect(body.authToken.secrets[1]?.retiresAt).toEqual(expect.any(String))
    expect([await use(token), await use(next)]).toEqual(['TokenRevoked', 200])
    await retire(id)
    expect((await log()).map(([act]) => act)).toEqual(['token.created', 'token.rotated', 'token.retired'])
  })

  it('changes nothing when the token was never rotated', async () => {
    const { id, token } = await create()
    expect((await retire(id)).status).toBe(200)
    expect(await use(token)).toBe(200)
  })
})

describe('rotating and retiring', () => {
  it('are allowed to the creator and the owner, and answer 404 to a stranger', async () => {
    const { id } = await create()
    const stranger = await makeSignedIn(test)
    for (const call of [tokens.rotate, tokens.retire]) {
      const send = async (as: SignedIn) => (await test.send(call, of(id), as)).status
      expect([await send(team.editor), await send(team.owner)]).toEqual([200, 200])
      expect([await send(team.approver), await send(stranger)]).toEqual([403, 404])
    }
    expect((await rotate(id, {}, team.approver)).error?.roles).toEqual(['OWNER'])
  })
})
