import { handoff } from '@portal/contract/handoff/handoff'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { trustRules } from '@portal/contract/trust-rules/trust-rules'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { signIdentityToken } from '../../testing/fake-issuers.ts'
import {
  activityOf,
  claimsNow,
  exchange,
  type FederationScene,
  mainRule,
  makeFederationScene,
  triesOf,
} from '../../testing/federation-scene.ts'

const test = useTestApp()
let scene: FederationScene
beforeEach(async () => {
  scene = await makeFederationScene(test)
})

const signed = (more: Record<string, unknown> = {}) => signIdentityToken(claimsNow(test, more))
const bearerOf = async (more: Record<string, unknown> = {}) =>
  String((await exchange(test, scene, await signed(more))).body.access_token)
const rules = async () =>
  (await test.send(trustRules.list, { params: scene.params }, scene.team.owner)).body.trustRules

describe('POST /oauth/token with an identity token', () => {
  it('issues an API token of the service account for 15 minutes', async () => {
    const reply = await exchange(test, scene, await signed())
    expect(reply.status).toBe(200)
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' })
    expect(reply.body).toEqual({
      access_token: expect.any(String),
      issued_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      token_type: 'Bearer',
      expires_in: 900,
    })
    const token = String(reply.body.access_token)
    const { serviceAccountId, workspaceId } = scene.params
    expect(decodeJwt(token)).toMatchObject({
      sub: `service-account:${serviceAccountId}`,
      serviceAccountId,
      workspaceId,
      userId: scene.team.owner.user.id,
    })
    const mine = await test.send(workspaces.list, {}, { bearer: token })
    expect(mine.body.map(({ id }) => id)).toEqual([workspaceId])
    const [rule] = await rules()
    expect((await test.send(handoff.introspect, { body: { token } })).body).toMatchObject({
      serviceAccount: { id: serviceAccountId, name: 'deploy-bot' },
      trustRule: { id: rule?.id, name: 'main' },
    })
    test.clockOffsetMs = 900_000
    expect((await test.send(workspaces.list, {}, { bearer: token })).errorType).toBe('TokenExpired')
  })

  it('records the use in the activity, the rule and the exchanges', async () => {
    await bearerOf()
    expect((await activityOf(test, scene.team))[0]).toEqual(['trust-rule.used', 'main'])
    const [rule] = await rules()
    expect(rule?.lastUsedAt).toEqual(expect.any(String))
    const { exchanges, counts } = await triesOf(test, scene)
    expect(counts).toEqual([])
    expect(exchanges).toEqual([
      {
        id: expect.any(String),
        at: expect.any(String),
        ipAddress: '127.0.0.1',
        issuer: mainRule.issuer,
        outcome: 'accepted',
        count: 1,
        trustRule: { id: rule?.id, name: 'main' },
        problems: [],
        claims: expect.objectContaining({ repository: 'acme/infra', repository_id: '1001' }),
      },
    ])
  })

  it('keeps the identity token and the issued token out of every answer and table', async () => {
    const identityToken = await signed()
    const { body } = await exchange(test, scene, identityToken)
    const shown = JSON.stringify([
      await triesOf(test, scene),
      await rules(),
      await activityOf(test, scene.team),
    ])
    for (const secret of [identityToken, String(body.access_token)])
      expect(shown).not.toContain(secret.split('.')[2])
  })

  it('does not list issued tokens with the API tokens', async () => {
    await bearerOf()
    const { body } = await test.send(tokens.list, { params: scene.team.params }, scene.team.owner)
    expect(body.authTokens).toEqual([])
  })

  it('never lets a manager turn an issued token into a lasting one that no list shows', async () => {
    const tokenId = decodeJwt(await bearerOf()).jti ?? ''
    const of = { params: { ...scene.team.params, tokenId } }
    const { serviceAccountId } = scene.params
    const replies = [
      await test.send(tokens.rotate, { ...of, body: { expiration: '1y' } }, scene.team.approver),
      await test.send(tokens.move, { ...of, body: { serviceAccountId } }, scene.team.owner),
      await test.send(tokens.rename, { ...of, body: { name: 'kept' } }, scene.team.owner),
      await test.send(tokens.read, of, scene.team.owner),
    ]
    expect(replies.map(({ errorType }) => errorType)).toEqual(Array(4).fill('NotFound'))
  })

  it('revokes the issued tokens with the rule, and accepts no further ones', async () => {
    const bearer = await bearerOf()
    const [rule] = await rules()
    const params = { ...scene.params, trustRuleId: rule?.id ?? '' }
    await test.send(trustRules.delete, { params }, scene.team.owner)
    expect((await test.send(workspaces.list, {}, { bearer })).errorType).toBe('TokenRevoked')
    expect((await exchange(test, scene, await signed())).body.error).toBe('invalid_grant')
  })

  it('refuses while the service account is disabled and tells the managers', async () => {
    const save = (isDisabled: boolean) =>
      test.send(serviceAccounts.update, { params: scene.params, body: { isDisabled } }, scene.team.owner)
    await save(true)
    const identityToken = await signed()
    expect((await exchange(test, scene, identityToken)).body.error).toBe('invalid_grant')
    expect((await triesOf(test, scene)).exchanges[0]?.outcome).toBe('paused')
    await save(false)
    expect((await exchange(test, scene, identityToken)).status).toBe(200)
  })

  it.each([
    [
      'deleted service account',
      () => test.send(serviceAccounts.delete, { params: scene.params }, scene.team.owner),
    ],
    [
      'deleted workspace',
      () => test.send(workspaces.delete, { params: scene.team.params }, scene.team.owner),
    ],
  ])('refuses for a %s', async (_, remove) => {
    await remove()
    expect((await exchange(test, scene, await signed())).body.error).toBe('invalid_grant')
  })

  it('uses the rule that matches among several, with its lifetime', async () => {
    const claims = { repository_id: '2002', repository_owner_id: '77' }
    const body = { ...mainRule, name: 'other', claims, lifetime: 60 }
    await test.send(trustRules.create, { params: scene.params, body }, scene.team.owner)
    const reply = await exchange(test, scene, await signed({ repository_id: '2002' }))
    expect(reply.body.expires_in).toBe(3_600)
    const refused = await exchange(test, scene, await signed({ ref: 'refs/heads/x' }))
    expect(refused.body.error).toBe('invalid_grant')
    expect((await triesOf(test, scene)).exchanges[0]).toMatchObject({
      outcome: 'mismatch',
      trustRule: { name: 'main' },
      problems: [{ claim: 'ref', expected: 'refs/heads/main', received: 'refs/heads/x' }],
    })
  })

  it('continues to accept known keys while the issuer is unavailable for up to an hour', async () => {
    await bearerOf()
    test.issuers.isAway = true
    test.clockOffsetMs = 3_600_000
    expect((await exchange(test, scene, await signed())).status).toBe(200)
  })

  it('lists the newest 50 accepted exchanges', async () => {
    for (let at = 0; at < 52; at += 1) {
      test.clockOffsetMs = at * 1_000
      await exchange(test, scene, await signed({ ref: `refs/heads/${at}` }))
    }
    const { exchanges } = await triesOf(test, scene)
    expect(exchanges).toHaveLength(50)
    expect([exchanges.at(0)?.claims.ref, exchanges.at(-1)?.claims.ref]).toEqual([
      'refs/heads/51',
      'refs/heads/2',
    ])
  })

  it('keeps accepted exchanges listed however many refused ones follow', async () => {
    expect((await exchange(test, scene, await signed())).status).toBe(200)
    for (let at = 1; at <= 52; at += 1) {
      test.clockOffsetMs = at * 1_000
      await exchange(test, scene, await signed({ repository_id: String(at) }))
    }
    const { exchanges } = await triesOf(test, scene)
    const outcomes = exchanges.map(({ outcome }) => outcome)
    expect(outcomes).toEqual([...Array.from({ length: 50 }, () => 'mismatch'), 'accepted'])
  })

  it('lists refused attempts with one token once, with their number and the time of the last one', async () => {
    const foreign = await signed({ repository_id: '666' })
    for (let sent = 0; sent < 60; sent += 1) await exchange(test, scene, foreign)
    test.clockOffsetMs = 5_000
    const used = await signed()
    for (let sent = 0; sent < 3; sent += 1) await exchange(test, scene, used)
    const { exchanges } = await triesOf(test, scene)
    expect(exchanges.map(({ outcome, count }) => `${outcome} ${count}`).sort()).toEqual([
      'accepted 1',
      'mismatch 60',
      'replayed 2',
    ])
  })
})

describe('a learning rule', () => {
  beforeEach(async () => {
    const [rule] = await rules()
    await test.send(
      trustRules.delete,
      { params: { ...scene.params, trustRuleId: rule?.id ?? '' } },
      scene.team.owner,
    )
    const { claims: _, ...learning } = mainRule
    const body = { ...learning, isLearning: true }
    await test.send(trustRules.create, { params: scene.params, body }, scene.team.owner)
  })

  it('refuses and records every correctly signed token for an hour, and is ignored afterwards', async () => {
    expect((await exchange(test, scene, await signed())).body.error).toBe('invalid_grant')
    const { exchanges } = await triesOf(test, scene)
    expect(exchanges).toMatchObject([{ outcome: 'learning', problems: [], claims: { event_name: 'push' } }])
    test.clockOffsetMs = 3_600_000
    const fetches = test.issuers.fetched.length
    await exchange(test, scene, await signed())
    const later = await triesOf(test, scene)
    expect(later.exchanges).toHaveLength(1)
    expect(later.counts).toMatchObject([{ reason: 'otherIssuer', count: 1 }])
    expect(test.issuers.fetched).toHaveLength(fetches)
  })
})

describe('POST /oauth/token with a bad request', () => {
  it.each([
    ['unsupported_grant_type', { grant_type: 'password' }],
    ['invalid_request', { grant_type: undefined }],
    ['invalid_request', { client_id: undefined }],
    ['invalid_request', { subject_token: undefined }],
    ['invalid_request', { subject_token: '' }],
    ['invalid_request', { subject_token_type: undefined }],
    ['invalid_request', { subject_token_type: 'urn:ietf:params:oauth:token-type:saml2' }],
    ['invalid_request', { requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' }],
    ['invalid_grant', { client_id: 'unknown' }],
    ['invalid_grant', { client_id: '../../etc' }],
  ])('answers %s to %j', async (code, more) => {
    const { status, body } = await exchange(test, scene, await signed(), more)
    expect([status, body.error, typeof body.error_description]).toEqual([400, code, 'string'])
  })

  it('answers invalid_request to a repeated parameter, and 413 to a body of 1 MB', async () => {
    const send = (payload: string) =>
      test.app.inject({
        method: 'POST',
        url: '/oauth/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
    const repeated = await send('grant_type=a&grant_type=b')
    expect([repeated.statusCode, repeated.json().error]).toEqual([400, 'invalid_request'])
    const large = await send(`grant_type=a&subject_token=${'a'.repeat(1_000_000)}`)
    expect([large.statusCode, large.json().error]).toEqual([413, 'invalid_request'])
  })
})
