/** What a member leaves behind, with the `portal` command. See docs/product/members.md#what-a-member-leaves-behind. */
import { members } from '@portal/contract/members/members'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { trustRules } from '@portal/contract/trust-rules/trust-rules'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../../tools/processes/free-port.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { addMember } from '../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../testing/make-signed-in.ts'
import { makeTeam, type Team } from '../testing/make-team.ts'
import { makePortalCommand, type PortalCommand } from '../testing/portal-command.ts'

const port = await freePort()
const test = useTestApp({ API_URL: `http://localhost:${port}`, RATE_LIMIT_FACTOR: '1000' })
beforeAll(async () => void (await test.app.listen({ port, host: 'localhost' })))

let portal: PortalCommand
let team: Team
let ofAccount: { params: { workspaceId: string; serviceAccountId: string } }

const createRule = (as: SignedIn) => {
  const body = { name: 'main', issuer: 'https://ci.example.com', audience: 'api', claims: { sub: 'x' } }
  return test.send(trustRules.create, { ...ofAccount, body }, as)
}

beforeEach(async () => {
  portal = makePortalCommand(test)
  team = await makeTeam(test)
  await test.send(members.invite, { params: team.params, body: { email: 'bob@example.com' } }, team.approver)
  const account = { params: team.params, body: { name: 'deploys' } }
  const { body } = await test.send(serviceAccounts.create, account, team.owner)
  ofAccount = { params: { ...team.params, serviceAccountId: body.serviceAccount.id } }
  await createRule(team.approver)
  await portal.signIn(team.owner)
})
afterEach(() => portal.remove())

const remaining = async () => {
  const { body: rows } = await test.send(members.list, { params: team.params }, team.owner)
  const { body } = await test.send(trustRules.list, ofAccount, team.owner)
  return {
    emails: rows.map(({ email }) => email),
    approver: rows.find(({ email }) => email === team.approver.user.email)?.role,
    rules: body.trustRules.map(({ name }) => name),
  }
}

describe.each([
  ['members remove', ['members', 'remove'], [], undefined],
  ['members role', ['members', 'role'], ['collaborator'], 'EDITOR'],
] as const)('portal %s', (_, command, more, role) => {
  const run = (...options: string[]) =>
    portal.run(...command, team.workspace.id, team.approver.user.email, ...more, ...options)

  it('lists what the member leaves behind before it asks, and changes nothing without --yes', async () => {
    const { code, stderr } = await run()
    expect(code).toBe(2)
    expect(stderr).toContain('withdrawn unless you add --keep-invitations: bob@example.com.')
    expect(stderr).toContain('stay unless you add --delete-trust-rules: main (deploys).')
    const { emails, rules, approver } = await remaining()
    expect([emails.includes('bob@example.com'), rules, approver]).toEqual([true, ['main'], 'APPROVER'])
  })

  it('withdraws their invitations and keeps their trust rules with --yes', async () => {
    expect((await run('--yes')).code).toBe(0)
    const { emails, rules, approver } = await remaining()
    expect([emails.includes('bob@example.com'), rules, approver]).toEqual([false, ['main'], role])
  })

  it('keeps their invitations and deletes their trust rules if asked', async () => {
    const { code, stderr } = await run('--yes', '--keep-invitations', '--delete-trust-rules')
    expect(code).toBe(0)
    expect(stderr).toContain('Their open invitations stay open: bob@example.com.')
    expect(stderr).toContain('Trust rules that they created are deleted: main (deploys).')
    const { emails, rules, approver } = await remaining()
    expect([emails.includes('bob@example.com'), rules, approver]).toEqual([true, [], role])
  })

  it("works with an API token, which can't read what the member leaves behind", async () => {
    const body = { name: 'Manager', permission: 'manage' as const }
    const created = await test.send(tokens.create, { params: team.params, body }, team.owner)
    portal.env.PORTAL_TOKEN = created.body.token
    expect((await run('--yes')).code).toBe(0)
    expect((await remaining()).approver).toBe(role)
  })
})

describe('portal members role, for a demotion,', () => {
  let member: SignedIn
  beforeEach(async () => {
    member = await makeSignedIn(test, { email: 'dora@example.com' })
    await addMember(test.database, team.workspace, member.user, 'APPROVER')
  })
  const demote = () => portal.run('members', 'role', team.workspace.id, 'dora@example.com', 'collaborator')
  const roleNow = async () => {
    const { body } = await test.send(members.list, { params: team.params }, team.owner)
    return body.find(({ email }) => email === 'dora@example.com')?.role
  }

  it.each([
    [
      'an invitation',
      'Their open invitations are withdrawn',
      () => test.send(members.invite, { params: team.params, body: { email: 'carol@example.com' } }, member),
    ],
    ['a trust rule', 'Trust rules that they created stay', () => createRule(member)],
    [
      'a token whose secret they have seen',
      'Rotate these tokens, whose secrets dora@example.com has seen: Nightly (deploys).',
      () => {
        const body = { name: 'Nightly', serviceAccountId: ofAccount.params.serviceAccountId }
        return test.send(tokens.create, { params: team.params, body }, member)
      },
    ],
  ])('asks for confirmation if the member leaves only %s behind', async (_, note, create) => {
    expect((await create()).status).toBeLessThan(300)
    const { code, stderr } = await demote()
    expect([code, await roleNow()]).toEqual([2, 'APPROVER'])
    expect(stderr).toContain(note)
  })

  it('asks for no confirmation if the member leaves nothing behind', async () => {
    expect((await demote()).code).toBe(0)
    expect(await roleNow()).toBe('EDITOR')
  })
})
