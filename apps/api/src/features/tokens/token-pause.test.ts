import { account } from '@portal/contract/account/account'
import { activity } from '@portal/contract/activity/activity'
import { minuteMs } from '@portal/contract/durations'
import { handoff } from '@portal/contract/handoff/handoff'
import { service } from '@portal/contract/service/service'
import type { PauseDuration } from '@portal/contract/tokens/token-schemas'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { makeTeam, type Team } from '../../testing/make-team.ts'

const test = useTestApp()
let team: Team
let id: string
let token: string
beforeEach(async () => {
  team = await makeTeam(test)
  const body = { name: 'Pipeline', expiration: '10d' }
  const created = await test.send(tokens.create, { params: team.params, body }, team.editor)
  id = created.body.authToken.id
  token = created.body.token
})

const of = () => ({ params: { ...team.params, tokenId: id } })
const pause = (duration: PauseDuration, as: SignedIn = team.editor) =>
  test.send(tokens.pause, { ...of(), body: { for: duration } }, as)
const resume = (as: SignedIn = team.editor) => test.send(tokens.resume, of(), as)
const refusals = async () => (await test.send(tokens.refusals, of(), team.approver)).body.refusals
const read = async () => (await test.send(tokens.read, of(), team.owner)).body.authToken
const use = (headers: Record<string, string> = {}) =>
  test.send(account.whoami, {}, { bearer: token, headers })

describe('tokens.pause', () => {
  it.each([
    ['15m', 15],
    ['1h', 60],
    ['1d', 1_440],
  ] as const)('refuses the token for %s and ends by itself', async (duration, minutes) => {
    const { body } = await pause(duration)
    const { pausedUntil } = body.authToken
    const leftMs = Date.parse(pausedUntil ?? '') - test.now().getTime()
    expect(Math.round(leftMs / minuteMs)).toBe(minutes)
    const refused = await use()
    expect([refused.status, refused.errorType]).toEqual([401, 'TokenPaused'])
    expect(refused.error?.message).toBe(`The token is paused until ${pausedUntil}.`)
    const seconds = Number(refused.headers['retry-after'])
    expect(Math.round(seconds / 60)).toBe(minutes)
    test.clockOffsetMs = minutes * minuteMs + 1_000
    expect((await use()).status).toBe(200)
    expect((await read()).pausedUntil).toBeNull()
  })

  it('refuses every secret of the token, at introspection too', async () => {
    const next = (await test.send(tokens.rotate, of(), team.editor)).body.token
    await pause('1h')
    for (const bearer of [token, next]) {
      expect((await test.send(workspaces.list, {}, { bearer })).errorType).toBe('TokenPaused')
      const { body } = await test.send(handoff.introspect, { body: { token: bearer } })
      expect(body).toEqual({ active: false })
    }
    expect((await refusals()).map(({ call }) => call)).toEqual([
      'POST /auth/introspect',
      'GET /workspaces',
      'POST /auth/introspect',
      'GET /workspaces',
    ])
  })

  it('can be replaced by another pause and ended by resuming, and each action is recorded once', async () => {
    await pause('1d')
    await pause('15m')
    test.clockOffsetMs = 16 * minuteMs
    expect((await use()).status).toBe(200)
    await resume()
    await pause('1h', team.owner)
    const { body } = await resume()
    expect(body.authToken.pausedUntil).toBeNull()
    await resume()
    expect((await use()).status).toBe(200)
    const log = await test.send(activity.list, { params: team.params }, team.owner)
    expect(log.body.map(({ act, subject }) => [act, subject]).reverse()).toEqual([
      ['token.created', 'Pipeline'],
      ['token.paused', 'Pipeline, for 1d'],
      ['token.paused', 'Pipeline, for 15m'],
      ['token.paused', 'Pipeline, for 1h'],
      ['token.resumed', 'Pipeline'],
    ])
  })

  it('refuses other durations and tokens that have ended', async () => {
    expect((await pause('2h' as PauseDuration)).errorType).toBe('ValidationError')
    await test.send(tokens.revoke, of(), team.owner)
    expect((await pause('1h')).errorType).toBe('Conflict')
    expect((await use()).errorType).toBe('TokenRevoked')
  })

  it('needs the right to revoke, and answers 404 to a stranger', async () => {
    const stranger = await makeSignedIn(test)
    for (const change of [(as: SignedIn) => pause('1h', as), resume]) {
      expect((await change(team.approver)).status).toBe(403)
      expect((await change(stranger)).status).toBe(404)
      expect((await change(team.owner)).status).toBe(200)
    }
    expect((await test.send(tokens.refusals, of(), stranger)).status).toBe(404)
  })
})

describe('tokens.refusals', () => {
  it('lists each refused use, newest first, and no use after the pause', async () => {
    await use()
    await pause('15m')
    await use({ 'user-agent': 'curl/8.5.0' })
    test.clockOffsetMs = minuteMs
    await test.send(
      workspaces.read,
      { params: team.params },
      { bearer: token, headers: { 'user-agent': 'x'.repeat(2_000) } },
    )
    await resume()
    await use()
    expect(await refusals()).toEqual([
      {
        at: expect.any(String),
        ipAddress: '127.0.0.1',
        userAgent: 'x'.repeat(500),
        call: 'GET /workspaces/:workspaceId',
      },
      { at: expect.any(String), ipAddress: '127.0.0.1', userAgent: 'curl/8.5.0', call: 'GET /whoami' },
    ])
  })

  it('records ten refused uses of each program within ten seconds, so that a loop hides no other program', async () => {
    await pause('1h')
    for (let round = 0; round < 15; round += 1) {
      expect((await use({ 'user-agent': 'loop' })).errorType).toBe('TokenPaused')
      await test.send(service.root, {}, { bearer: token })
      await test.send(handoff.introspect, { body: { token } })
    }
    const programs = (await refusals()).map(({ userAgent }) => userAgent)
    expect(programs).toHaveLength(20)
    expect(programs.filter((program) => program === 'loop')).toHaveLength(10)
    test.clockOffsetMs = 11_000
    await use({ 'user-agent': 'later' })
    expect((await refusals())[0]?.userAgent).toBe('later')
  })

  it("records at most 50 refused uses of a user's tokens within ten seconds, even if each comes from another program", async () => {
    await pause('1h')
    for (let at = 0; at < 60; at += 1) await use({ 'user-agent': `program ${at}` })
    expect(await refusals()).toHaveLength(50)
    test.clockOffsetMs = 11_000
    await use({ 'user-agent': 'later' })
    expect((await refusals())[0]?.userAgent).toBe('later')
  })

  it('keeps the last 100 refused uses', async () => {
    await pause('1d')
    for (let round = 0; round < 103; round += 1) {
      test.clockOffsetMs = round * 1_000
      await use({ 'user-agent': `round ${round}` })
    }
    const listed = await refusals()
    expect(listed).toHaveLength(100)
    expect([listed[0]?.userAgent, listed.at(-1)?.userAgent]).toEqual(['round 102', 'round 3'])
  })
})
