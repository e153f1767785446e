import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { type NewTrustRule, trustRules } from '@portal/contract/trust-rules/trust-rules'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeWorkspace } from '../../testing/factories.ts'
import { activityOf } from '../../testing/federation-scene.ts'
import { hostileUrls } from '../../testing/hostile-urls.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { makeTeam, type Team } from '../../testing/make-team.ts'
import { ownerAndApprover, reducing, sessionRead, workspaceWrite } from '../../testing/outcome-groups.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'

const test = useTestApp({ FEDERATION_TRUSTED_ISSUERS: 'http://localhost:9006' })
let team: Team
let params: { workspaceId: string; serviceAccountId: string }
beforeEach(async () => {
  team = await makeTeam(test)
  const { body } = await test.send(
    serviceAccounts.create,
    { params: team.params, body: { name: 'deploy-bot' } },
    team.owner,
  )
  params = { ...team.params, serviceAccountId: body.serviceAccount.id }
})

const github = 'https://token.actions.githubusercontent.com'
const pins = { repository_id: '1001', repository_owner_id: '77' }
const fine: NewTrustRule = { name: 'main', issuer: github, audience: 'https://api.example.com', claims: pins }
const create = (more: { [field: string]: unknown } = {}, as: SignedIn = team.owner) =>
  test.send(trustRules.create, { params, body: { ...fine, ...more } as NewTrustRule }, as)
const list = async (as: SignedIn = team.editor) =>
  (await test.send(trustRules.list, { params }, as)).body.trustRules
const remove = (trustRuleId: string, as: SignedIn = team.owner) =>
  test.send(trustRules.delete, { params: { ...params, trustRuleId } }, as)

describe('trustRules.create', () => {
  it('creates a rule with a lifetime of 15 minutes that every member sees', async () => {
    const { body, status } = await create({ name: '  main ' }, team.approver)
    expect(status).toBe(200)
    expect(body.trustRule).toEqual({
      id: expect.any(String),
      name: 'main',
      issuer: github,
      audience: 'https://api.example.com',
      preset: 'github',
      claims: pins,
      lifetime: 15,
      isLearning: false,
      learningUntil: null,
      createdAt: expect.any(String),
      lastUsedAt: null,
    })
    expect(await list()).toEqual([body.trustRule])
    expect((await activityOf(test, team)).at(0)).toEqual(['trust-rule.created', 'deploy-bot: main'])
  })

  it('answers 404 to a stranger and 403 to an editor', async () => {
    const stranger = await makeSignedIn(test)
    expect((await create({}, stranger)).status).toBe(404)
    expect((await test.send(trustRules.list, { params }, stranger)).status).toBe(404)
    expect((await test.send(trustRules.exchanges, { params }, stranger)).status).toBe(404)
    expect((await create({}, team.editor)).error?.roles).toEqual(['OWNER', 'APPROVER'])
    expect(await list()).toEqual([])
  })

  it('answers 404 for the service account of another workspace', async () => {
    const owner = await makeSignedIn(test)
    const { id: workspaceId } = await makeWorkspace(test.database, owner.user)
    const elsewhere = { workspaceId, serviceAccountId: params.serviceAccountId }
    const refused = await test.send(trustRules.create, { params: elsewhere, body: fine }, owner)
    expect(refused.status).toBe(404)
    expect((await test.send(trustRules.list, { params: elsewhere }, owner)).status).toBe(404)
  })

  it.each([
    [github, { repository_id: '1' }, 'repository_owner_id'],
    [github, { repository_owner_id: '1' }, 'repository_id'],
    [
      github,
      { sub: 'repo:acme/infra:ref:refs/heads/main' },
      'repository_id and the claim repository_owner_id',
    ],
    [`${github}/acme`, { repository: 'acme/infra' }, 'repository_id and the claim repository_owner_id'],
    [
      'https://ci.acme.example/_services/token',
      { sub: 'x' },
      'repository_id and the claim repository_owner_id',
    ],
    ['https://token.actions.acme.ghe.com', { sub: 'x' }, 'repository_id and the claim repository_owner_id'],
    [
      'http://localhost:9006',
      { repository: 'acme/infra' },
      'repository_id and the claim repository_owner_id',
    ],
    ['https://gitlab.com', { project_path: 'acme/infra' }, 'project_id'],
    ['https://git.acme.example', { sub: 'project_path:acme/infra' }, 'project_id'],
    ['https://agent.buildkite.com', { organization_id: '1' }, 'pipeline_id'],
  ])(
    'refuses a rule for %s that pins only %j and names the missing claim',
    async (issuer, claims, missing) => {
      const { errorType, error } = await create({ issuer, claims })
      expect(errorType).toBe('ValidationError')
      expect(error?.issues?.[0]?.message).toMatch(new RegExp(`^Add the claim ${missing}\\. Without it`))
      expect(await list()).toEqual([])
    },
  )

  it.each([
    [github, 'GitHub Actions'],
    ['http://localhost:9006', 'this issuer'],
  ])('says that a rule for %s without ids would also trust others who use %s', async (issuer, name) => {
    const { error } = await create({ issuer, claims: { repository: 'acme/infra' } })
    expect(error?.issues?.[0]?.message).toMatch(new RegExp(`would also trust others who use ${name}\\.$`))
  })

  it.each([
    ['http://localhost:9006', pins],
    ['https://oidc.acme.example', { sub: 'system:serviceaccount:default:deploy' }],
    ['https://oidc.acme.example/id/AB12', { sub: ['one', 'two'] }],
    ['https://gitlab.com', { project_id: '22' }],
    ['https://agent.buildkite.com', { organization_id: '1', pipeline_id: '2' }],
  ])('accepts %s with %j', async (issuer, claims) => {
    expect((await create({ issuer, claims })).body.trustRule).toMatchObject({ issuer, claims })
  })

  it.each([
    ['http://issuer.example'],
    ['http://localhost:9006/'],
    ['http://localhost:9007'],
    ['https://user:secret@issuer.example'],
    ['https://issuer.example?a=1'],
    ['https://issuer.example#a'],
    ['https://issuer.example?'],
    ['https://Issuer.example'],
    ['https://issuer.example/a/../b'],
    ['https://іssuer.example'],
    ['issuer.example'],
    ['javascript:alert(1)'],
    ['https://'],
    ...hostileUrls(9999).map((url) => [url]),
  ])('refuses the issuer %s', async (issuer) => {
    const { error } = await create({ issuer, claims: { sub: 'x' } })
    expect(error?.issues?.[0]?.path).toBe('issuer')
  })

  it.each<[string, { [field: string]: unknown }]>([
    ['a blank name', { name: ' ' }],
    ['a name of 101 characters', { name: 'a'.repeat(101) }],
    ['no audience', { audience: '' }],
    ['no claims', { claims: undefined, issuer: 'https://issuer.example' }],
    ['empty claims', { claims: {}, issuer: 'https://issuer.example' }],
    ['21 claims', { claims: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`c${at}`, 'x'])) }],
    ['an empty list of values', { claims: { ...pins, ref: [] } }],
    ['21 values', { claims: { ...pins, ref: Array(21).fill('x') } }],
    ['an empty value', { claims: { ...pins, ref: '' } }],
    ['a long value', { claims: { ...pins, ref: 'x'.repeat(501) } }],
    ['a value that is not a string', { claims: { ...pins, ref: 1 } }],
    ['a nested value', { claims: { ...pins, ref: { a: 'b' } } }],
    ['a claim name outside ASCII', { claims: { ...pins, rеf: 'x' } }],
    ['the audience as a claim', { claims: { ...pins, aud: 'x' } }],
    ['a lifetime of 0', { lifetime: 0 }],
    ['a lifetime of 61', { lifetime: 61 }],
    ['a lifetime of 1.5', { lifetime: 1.5 }],
    ['claims in a learning rule', { isLearning: true }],
  ])('refuses %s', async (_, more) => {
    expect((await create(more)).errorType).toBe('ValidationError')
    expect(await list()).toEqual([])
  })

  it('creates a learning rule without claims that ends after an hour', async () => {
    const { trustRule } = (await create({ isLearning: true, claims: undefined })).body
    expect(trustRule).toMatchObject({ isLearning: true, claims: {} })
    test.clockOffsetMs = 3_600_000
    expect((await list())[0]?.isLearning).toBe(false)
  })

  it('refuses the 51st rule of a service account', async () => {
    for (let count = 0; count < 50; count += 1) expect((await create()).status).toBe(200)
    expect((await create()).errorType).toBe('LimitReached')
    await remove((await list())[0]?.id ?? '')
    expect((await create()).status).toBe(200)
  })
})

describe('trustRules.delete', () => {
  it('deletes the rule, records it and answers 404 the second time', async () => {
    const { trustRule } = (await create()).body
    expect((await remove(trustRule.id, team.editor)).status).toBe(403)
    expect((await remove(trustRule.id, team.approver)).status).toBe(204)
    expect((await remove(trustRule.id)).status).toBe(404)
    expect(await list()).toEqual([])
    expect((await activityOf(test, team)).at(0)).toEqual(['trust-rule.deleted', 'deploy-bot: main'])
  })
})

testOutcomes(test, trustRules, {
  list: {
    ...sessionRead,
    quarantinedWorkspaceSession: '404 NotFound',
    allOthers: '404 NotFound',
  },
  create: {
    ...workspaceWrite,
    ...ownerAndApprover('404 NotFound'),
    body: {
      name: 'main',
      issuer: 'https://token.actions.githubusercontent.com',
      audience: 'https://api.example.com',
      claims: { repository_id: '1', repository_owner_id: '2' },
    },
  },
  delete: {
    ...reducing,
    ...ownerAndApprover('404 NotFound'),
    neverTerms: '403 NotAllowed',
    oldTerms: '403 NotAllowed',
    quarantinedWorkspaceSession: '404 NotFound',
  },
  exchanges: {
    ...sessionRead,
    quarantinedWorkspaceSession: '404 NotFound',
    allOthers: '404 NotFound',
  },
})
