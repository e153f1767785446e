import { account } from '@portal/contract/account'
import { members } from '@portal/contract/members'
import { serviceAccounts } from '@portal/contract/service-accounts'
import { tokens } from '@portal/contract/tokens'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../../app.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeTeam, type Team } from '../../testing/make-team.ts'

const test = useTestApp({ RATE_LIMIT_FACTOR: '10000' })
let team: Team
beforeEach(async () => {
  team = await makeTeam(test)
})

const create = async (name = 'Pipeline') => {
  const body = { name, expiration: '10d' }
  const reply = await test.send(tokens.create, { params: team.params, body }, team.editor)
  return { id: reply.body.authToken.id, token: reply.body.token }
}
const of = (tokenId: string) => ({ params: { ...team.params, tokenId } })
const rotate = (tokenId: string) => test.send(tokens.rotate, { ...of(tokenId), body: {} }, team.editor)
const use = async (bearer: string) => (await test.send(account.whoami, {}, { bearer })).status

/** 1,000 in `npm run test:long`. */
const rotations = 1_000 * Number(process.env.RACE_SHARE ?? 0.1)

describe('rotating a token', () => {
  it('refuses no call in many rotations while programs use the secrets all the time', async () => {
    const { id, token } = await create()
    let newest = token
    let isRunning = true
    const statuses: number[] = []
    const callers = Array.from({ length: 4 }, async () => {
      while (isRunning) statuses.push(await use(newest))
    })
    for (let round = 0; round < rotations; round += 1) {
      const next = (await rotate(id)).body.token
      // The first program uses the new secret before the next rotation, which would otherwise replace it.
      expect(await use(next)).toBe(200)
      newest = next
    }
    isRunning = false
    await Promise.all(callers)
    expect(statuses.length).toBeGreaterThan(100)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await use(newest)).toBe(200)
  }, 600_000)

  it('keeps the secret in use when many rotations run at the same time', async () => {
    const { id, token } = await create()
    await use(token)
    const replies = await Promise.all(Array.from({ length: 10 }, () => rotate(id)))
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(await use(token)).toBe(200)
    const working = await Promise.all(replies.map(({ body }) => use(body.token)))
    expect(working.filter((status) => status === 200)).toHaveLength(1)
  })

  it('either accepts the first use of a secret and keeps the secret, or refuses the use and replaces the secret', async () => {
    const { id } = await create()
    for (let round = 0; round < 20; round += 1) {
      const { token } = (await rotate(id)).body
      const [used] = await Promise.all([use(token), rotate(id)])
      expect(await use(token)).toBe(used)
    }
  })
})

describe('moving the tokens of a member before the removal', () => {
  it('keeps the moved tokens and ends the others in every process, while programs use all of them', async () => {
    const other = await buildApp(test.services)
    onTestFinished(async () => other.close())
    const useInBoth = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      return [await use(token), (await other.inject({ url: '/whoami', headers })).statusCode]
    }
    const bot = await test.send(
      serviceAccounts.create,
      { params: team.params, body: { name: 'deploy-bot' } },
      team.owner,
    )
    const serviceAccountId = bot.body.serviceAccount.id
    const moved: { id: string; token: string }[] = []
    const ended: { id: string; token: string }[] = []
    for (let index = 0; index < 10; index += 1) {
      moved.push(await create(`Moved ${index}`))
      ended.push(await create(`Ended ${index}`))
    }
    let isRunning = true
    const statuses: number[] = []
    const callers = moved.map(async ({ token }) => {
      while (isRunning) statuses.push(...(await useInBoth(token)))
    })
    // Both processes know the tokens before they end.
    expect(new Set((await Promise.all(ended.map(({ token }) => useInBoth(token)))).flat())).toEqual(
      new Set([200]),
    )
    const replies = await Promise.all(
      moved.map(({ id }) => test.send(tokens.move, { ...of(id), body: { serviceAccountId } }, team.owner)),
    )
    const body = { email: team.editor.user.email }
    await test.send(members.remove, { params: team.params, body }, team.owner)
    const after = (await Promise.all(ended.map(({ token }) => useInBoth(token)))).flat()
    isRunning = false
    await Promise.all(callers)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(new Set(after)).toEqual(new Set([401]))
    const withNewSecrets = await Promise.all(replies.map((reply) => useInBoth(reply.body.token)))
    expect(new Set(withNewSecrets.flat())).toEqual(new Set([200]))
  }, 60_000)
})
