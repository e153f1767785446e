/** Workspaces whose owner is staff. See docs/product/service-accounts.md#what-it-is-in-an-instance. */
import { account } from '@portal/contract/account/account'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { trustRules } from '@portal/contract/trust-rules/trust-rules'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { mainRule, makeFederationScene } from '../../testing/federation-scene.ts'
import type { SignedIn } from '../../testing/make-signed-in.ts'
import type { Team } from '../../testing/make-team.ts'
import { users } from '../account/user-table.ts'

const test = useTestApp()
let team: Team
let params: { workspaceId: string; serviceAccountId: string }
beforeEach(async () => {
  ;({ team, params } = await makeFederationScene(test))
})

const makeOwnerStaff = () =>
  test.database.orm
    .update(users)
    .set({ email: 'olga@systeminit.com' })
    .where(eq(users.id, team.owner.user.id))

const createToken = (as: SignedIn, serviceAccountId?: string) =>
  test.send(tokens.create, { params: team.params, body: { name: 'Pipeline', serviceAccountId } }, as)

/** Makes each credential that acts in the instance with the owner's membership. */
async function makeAll(as: SignedIn): Promise<Record<string, number>> {
  const { serviceAccountId } = params
  const ofBot = (await createToken(team.owner, serviceAccountId)).body.authToken.id
  const own = (await createToken(as)).body.authToken.id
  const of = (tokenId: string) => ({ params: { ...team.params, tokenId } })
  const replies = {
    serviceAccount: await test.send(
      serviceAccounts.create,
      { params: team.params, body: { name: 'other-bot' } },
      as,
    ),
    token: await createToken(as, serviceAccountId),
    rotation: await test.send(tokens.rotate, { ...of(ofBot), body: {} }, as),
    move: await test.send(tokens.move, { ...of(own), body: { serviceAccountId } }, as),
    trustRule: await test.send(trustRules.create, { params, body: { ...mainRule, name: 'other' } }, as),
  }
  return Object.fromEntries(Object.entries(replies).map(([name, { status }]) => [name, status]))
}

const all = (status: number) => ({
  serviceAccount: status,
  token: status,
  rotation: status,
  move: status,
  trustRule: status,
})

describe('service accounts, their tokens and their trust rules', () => {
  it('are made by approvers in a workspace whose owner is not staff', async () => {
    expect(await makeAll(team.approver)).toEqual(all(200))
  })

  it('are made only by the owner in a workspace whose owner is staff', async () => {
    await makeOwnerStaff()
    expect(await makeAll(team.approver)).toEqual(all(403))
    expect(await makeAll(team.owner)).toEqual(all(200))
  })

  it('can be disabled by an approver there, and enabled by the owner alone', async () => {
    await makeOwnerStaff()
    const set = async (isDisabled: boolean, as: SignedIn) =>
      (await test.send(serviceAccounts.update, { params, body: { isDisabled } }, as)).status
    expect(await set(true, team.approver)).toBe(200)
    expect(await set(false, team.approver)).toBe(403)
    expect(await set(false, team.owner)).toBe(200)
  })

  it('can still be ended by an approver there', async () => {
    const { body } = await createToken(team.owner, params.serviceAccountId)
    await makeOwnerStaff()
    const of = { params: { ...team.params, tokenId: body.authToken.id } }
    expect((await test.send(tokens.revoke, of, team.approver)).status).toBe(204)
    expect((await test.send(account.whoami, {}, { bearer: body.token })).errorType).toBe('TokenRevoked')
  })
})

it('A token of staff is rotated only by its creator, so that no owner acts as staff with the new secret', async () => {
  const { id } = team.editor.user
  await test.database.orm.update(users).set({ email: 'eve@systeminit.com' }).where(eq(users.id, id))
  const tokenId = (await createToken(team.editor)).body.authToken.id
  const ofToken = { params: { ...team.params, tokenId } }
  const refused = await test.send(tokens.rotate, { ...ofToken, body: {} }, team.owner)
  expect(refused).toMatchObject({ status: 403, errorType: 'NotAllowed' })
  expect((await test.send(tokens.rotate, { ...ofToken, body: {} }, team.editor)).status).toBe(200)
  expect((await test.send(tokens.revoke, ofToken, team.owner)).status).toBe(204)
})
