import { accountLimits } from '@portal/contract/account-limits'
import { activity } from '@portal/contract/activity/activity'
import { members } from '@portal/contract/members/members'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { ulid } from 'ulid'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { makeTeam, type Team } from '../../testing/make-team.ts'
import { ok, ownerAndApprover, reducing, sessionRead, workspaceWrite } from '../../testing/outcome-groups.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'
import { serviceAccounts as table } from './service-account-table.ts'

const test = useTestApp()
let team: Team
beforeEach(async () => {
  team = await makeTeam(test)
})

const list = async (as: SignedIn = team.editor) =>
  (await test.send(serviceAccounts.list, { params: team.params }, as)).body.serviceAccounts
const create = (body: { name: string; description?: string | null }, as: SignedIn = team.owner) =>
  test.send(serviceAccounts.create, { params: team.params, body }, as)
const createOne = async (name: string, as: SignedIn = team.owner) =>
  (await create({ name }, as)).body.serviceAccount
type Save = { name?: string; description?: string | null; isDisabled?: boolean }
const save = (serviceAccountId: string, body: Save, as: SignedIn = team.owner) =>
  test.send(serviceAccounts.update, { params: { ...team.params, serviceAccountId }, body }, as)
const remove = (serviceAccountId: string, as: SignedIn = team.owner) =>
  test.send(serviceAccounts.delete, { params: { ...team.params, serviceAccountId } }, as)
const log = async () => {
  const { body } = await test.send(activity.list, { params: team.params }, team.owner)
  return body.map(({ act, subject }) => [act, subject]).reverse()
}

describe('serviceAccounts.create', () => {
  it('creates a service account that every member sees, sorted by name', async () => {
    const { status, body } = await create({ name: '  deploy-bot ', description: ' Deploys to production ' })
    expect(status).toBe(200)
    expect(body.serviceAccount).toEqual({
      id: expect.any(String),
      name: 'deploy-bot',
      description: 'Deploys to production',
      createdBy: {
        userId: team.owner.user.id,
        firstName: 'Olga',
        lastName: 'Owner',
        email: 'owner@example.com',
      },
      createdAt: expect.any(String),
      disabledAt: null,
      lastUsedAt: null,
      activeTokenCount: 0,
    })
    await create({ name: 'Audit' }, team.approver)
    expect((await list()).map(({ name }) => name)).toEqual(['Audit', 'deploy-bot'])
  })

  it('answers 404 to a stranger and 403 to an editor, who may still list', async () => {
    const stranger = await makeSignedIn(test)
    expect((await create({ name: 'bot' }, stranger)).status).toBe(404)
    expect((await test.send(serviceAccounts.list, { params: team.params }, stranger)).status).toBe(404)
    const refused = await create({ name: 'bot' }, team.editor)
    expect([refused.status, refused.error?.roles]).toEqual([403, ['OWNER', 'APPROVER']])
    expect(await list()).toEqual([])
  })

  it.each([
    'deploy-bot',
    'ＤＥＰＬＯＹ－ＢＯＴ',
    'Deploy-\u{fe0f}Bot',
    '\u200bDeploy-Bot\u3164',
    'Deploy\u200d-Bot',
  ])('refuses the name %j, which looks like one that the workspace has', async (name) => {
    await create({ name: 'Deploy-Bot' })
    expect((await create({ name })).errorType).toBe('Conflict')
    const other = (await create({ name: 'Other' })).body.serviceAccount
    const renamed = await test.send(
      serviceAccounts.update,
      { params: { ...team.params, serviceAccountId: other.id }, body: { name } },
      team.owner,
    )
    expect(renamed.errorType).toBe('Conflict')
  })

  it('refuses a name that the workspace already has, without regard to case', async () => {
    await create({ name: 'Deploy-Bot' })
    const { errorType, error } = await create({ name: ' deploy-BOT' }, team.approver)
    expect(errorType).toBe('Conflict')
    expect(error?.message).toBe(
      'This workspace already has a service account named "deploy-BOT". Choose another name.',
    )
    expect(await list()).toHaveLength(1)
  })

  it('accepts 100 characters of any script and refuses more, blank names and long descriptions', async () => {
    expect((await create({ name: 'ß'.repeat(100) })).status).toBe(200)
    expect((await create({ name: '🤖 déploiement 部署' })).body.serviceAccount.name).toBe(
      '🤖 déploiement 部署',
    )
    expect((await create({ name: 'a'.repeat(101) })).errorType).toBe('ValidationError')
    expect((await create({ name: ' \n ' })).errorType).toBe('ValidationError')
    expect((await create({ name: 'x', description: 'd'.repeat(500) })).status).toBe(200)
    expect((await create({ name: 'y', description: 'd'.repeat(501) })).errorType).toBe('ValidationError')
  })

  it('refuses more than 100 service accounts in a workspace, and allows another one after a deletion', async () => {
    const rows = Array.from({ length: accountLimits.serviceAccountsOfWorkspace.most - 1 }, (_, index) => ({
      id: ulid(),
      workspaceId: team.workspace.id,
      name: `bot-${index}`,
      nameKey: `bot-${index}`,
      createdByUserId: team.owner.user.id,
      createdAt: test.now(),
    }))
    await test.database.orm.insert(table).values(rows)
    const last = await createOne('last')
    const { status, errorType, error } = await create({ name: 'one too many' })
    expect([status, errorType]).toEqual([409, 'LimitReached'])
    expect(error?.message).toBe(
      'This workspace has 100 service accounts, which is the limit. Delete a service account you no longer need, then try again.',
    )
    await remove(last.id)
    expect((await create({ name: 'last' })).status).toBe(200)
  })
})

describe('serviceAccounts.update', () => {
  it('saves only the fields that are sent, and records what changed', async () => {
    const { id } = await createOne('bot')
    await save(id, { description: 'Runs the nightly checks' }, team.approver)
    const renamed = await save(id, { name: 'checks' })
    expect(renamed.body.serviceAccount).toMatchObject({
      name: 'checks',
      description: 'Runs the nightly checks',
    })
    const cleared = await save(id, { description: null })
    expect(cleared.body.serviceAccount.description).toBeNull()
    await save(id, { name: 'checks', isDisabled: false })
    expect(await log()).toEqual([
      ['service-account.created', 'bot'],
      ['service-account.updated', 'bot'],
      ['service-account.updated', 'bot → checks'],
      ['service-account.updated', 'checks'],
    ])
  })

  it('disables and enables a service account, and keeps the first date when disabled twice', async () => {
    const { id } = await createOne('bot')
    const { disabledAt } = (await save(id, { isDisabled: true })).body.serviceAccount
    expect(disabledAt).toEqual(expect.any(String))
    test.clockOffsetMs = 60_000
    expect((await save(id, { isDisabled: true })).body.serviceAccount.disabledAt).toBe(disabledAt)
    expect((await save(id, { isDisabled: false })).body.serviceAccount.disabledAt).toBeNull()
    expect((await log()).map(([act]) => act)).toEqual([
      'service-account.created',
      'service-account.disabled',
      'service-account.enabled',
    ])
  })

  it('refuses a taken name but allows a change of case', async () => {
    const { id } = await createOne('bot')
    await create({ name: 'Other' })
    expect((await save(id, { name: 'other' })).errorType).toBe('Conflict')
    expect((await save(id, { name: 'BOT' })).body.serviceAccount.name).toBe('BOT')
  })

  it('answers 404 for a service account of another workspace', async () => {
    const { id } = await createOne('bot')
    const stranger = await makeSignedIn(test)
    const created = await test.send(
      workspaces.create,
      { body: { displayName: 'Elsewhere', instanceUrl: 'http://localhost:8080' } },
      stranger,
    )
    const params = { workspaceId: created.body.newWorkspaceId, serviceAccountId: id }
    const { status } = await test.send(serviceAccounts.update, { params, body: { name: 'mine' } }, stranger)
    expect(status).toBe(404)
    expect((await test.send(serviceAccounts.delete, { params }, stranger)).status).toBe(404)
    expect((await list())[0]?.name).toBe('bot')
  })
})

describe('serviceAccounts.delete', () => {
  it('removes it from the list, frees its name and answers 404 the second time', async () => {
    const { id } = await createOne('bot')
    expect((await remove(id, team.editor)).status).toBe(403)
    expect((await remove(id, team.approver)).status).toBe(204)
    expect((await remove(id)).status).toBe(404)
    expect((await log()).at(-1)).toEqual(['service-account.deleted', 'bot'])
    expect((await save(id, { isDisabled: false })).status).toBe(404)
    expect(await list()).toEqual([])
    expect((await create({ name: 'bot' })).status).toBe(200)
  })

  it('is the only way to end a service account, which survives the removal of its creator', async () => {
    const { id } = await createOne('bot', team.approver)
    await test.send(
      members.remove,
      { params: team.params, body: { email: team.approver.user.email } },
      team.owner,
    )
    expect((await list(team.owner)).map((account) => account.id)).toEqual([id])
  })
})

testOutcomes(test, serviceAccounts, {
  list: { ...sessionRead, quarantinedWorkspaceSession: ok, allOthers: ok },
  create: {
    ...workspaceWrite,
    ...ownerAndApprover(ok),
    body: ({ userId }) => ({ name: `Deploy bot of ${userId}` }),
  },
  update: { ...workspaceWrite, ...ownerAndApprover('404 NotFound'), body: { isDisabled: true } },
  delete: {
    ...reducing,
    ...ownerAndApprover('404 NotFound'),
    neverTerms: '403 NotAllowed',
    oldTerms: '403 NotAllowed',
    quarantinedWorkspaceSession: '404 NotFound',
  },
})
