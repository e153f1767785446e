import { account } from '@portal/contract/account/account'
import { tokens } from '@portal/contract/tokens/tokens'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { touchToken } from '../../guard/credential-store.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeTeam, type Team } from '../../testing/make-team.ts'
import { authTokenSecrets } from './token-table.ts'

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

describe('rotating a token', () => {
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

  it('records the use of a secret until its retirement, and then reports that it no longer works', async () => {
    const { id: tokenId } = await create()
    await rotate(tokenId)
    const { orm } = test.database
    const retiresAt = new Date('2036-01-01T00:00:00Z')
    const [secret] = await orm
      .update(authTokenSecrets)
      .set({ retiresAt })
      .where(eq(authTokenSecrets.tokenId, tokenId))
      .returning({ id: authTokenSecrets.id })
    const recordUse = (at: Date) =>
      touchToken(orm, { tokenId, secretId: secret?.id ?? '' }, at, '203.0.113.9')
    expect(await recordUse(new Date(retiresAt.getTime() - 1))).toBe(true)
    expect(await recordUse(retiresAt)).toBe(false)
  })
})
