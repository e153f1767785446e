import { attention } from '@portal/contract/attention/attention'
import { dayMs, hourMs } from '@portal/contract/durations'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { addMember, makeSession, makeUser, makeWorkspace } from '../../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { invite, join, makeTeam, type Team } from '../../testing/make-team.ts'
import { confined, emailNeeded, ok, sessionOnly } from '../../testing/outcome-groups.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'
import { authTokenSecrets, authTokens } from '../tokens/token-table.ts'
import { workspaces as workspaceTable } from '../workspaces/workspace-table.ts'
import { attentionOfUser, attentionValues } from './attention-store.ts'

const test = useTestApp()

/** Lists with a new session, because the clock moves by more than a session lasts. */
async function list({ user }: SignedIn) {
  const at = test.now()
  const expiresAt = new Date(at.getTime() + dayMs)
  const { token } = await makeSession(test.database, user, { createdAt: at, lastSeenAt: at, expiresAt })
  return (await test.send(attention.list, {}, { session: token })).body
}

const summary = async (as: SignedIn) => (await list(as)).map(({ kind, name }) => `${kind} ${name}`)

interface NewToken {
  by?: SignedIn
  expiration?: string
  serviceAccountId?: string
}

async function makeToken({ params, owner }: Team, name: string, more: NewToken = {}) {
  const { by = owner, expiration = '30d', serviceAccountId } = more
  const body = { name, expiration, ...(serviceAccountId && { serviceAccountId }) }
  const reply = await test.send(tokens.create, { params, body }, by)
  return { ...params, tokenId: reply.body.authToken.id }
}

async function makeServiceAccount({ params, owner }: Team) {
  const { body } = await test.send(serviceAccounts.create, { params, body: { name: 'deploy-bot' } }, owner)
  return { ...params, serviceAccountId: body.serviceAccount.id }
}

/** Records a use of the secret that a rotation replaced. */
const useOldSecret = (tokenId: string, at: Date) =>
  test.database.orm
    .update(authTokenSecrets)
    .set({ lastUsedAt: at })
    .where(sql`${authTokenSecrets.tokenId} = ${tokenId} and ${authTokenSecrets.retiresAt} is not null`)

describe('attention.list', () => {
  it('lists a token from 14 days before it expires until it has expired', async () => {
    const team = await makeTeam(test)
    const { tokenId: id, workspaceId } = await makeToken(team, 'Pipeline')
    const seen: [number, string[]][] = []
    for (const day of [15, 17, 29, 31]) {
      test.clockOffsetMs = day * dayMs
      seen.push([day, await summary(team.owner)])
    }
    const listed = ['tokenExpires Pipeline']
    expect(seen).toEqual([
      [15, []],
      [17, listed],
      [29, listed],
      [31, []],
    ])
    test.clockOffsetMs = 20 * dayMs
    const [{ expiresAt } = { expiresAt: new Date(0) }] = await test.database.orm.select().from(authTokens)
    expect(await list(team.owner)).toEqual([
      {
        kind: 'tokenExpires',
        workspaceId,
        id,
        name: 'Pipeline',
        at: expiresAt.toISOString(),
        lastUsedAt: null,
      },
    ])
  })

  it('omits a token that was made for 14 days or less, and a revoked one', async () => {
    const team = await makeTeam(test)
    await makeToken(team, 'Short', { expiration: '14d' })
    const params = await makeToken(team, 'Revoked', { expiration: '15d' })
    await test.send(tokens.revoke, { params }, team.owner)
    test.clockOffsetMs = 2 * dayMs
    expect(await list(team.owner)).toEqual([])
  })

  it('lists the tokens that the caller may change: all for the owner, their own for others, those of service accounts for managers', async () => {
    const team = await makeTeam(test)
    await makeToken(team, 'of owner')
    await makeToken(team, 'of approver', { by: team.approver })
    await makeToken(team, 'of editor', { by: team.editor })
    const { serviceAccountId } = await makeServiceAccount(team)
    await makeToken(team, 'of deploy-bot', { serviceAccountId })
    test.clockOffsetMs = 20 * dayMs
    const names = async (as: SignedIn) => (await list(as)).map(({ name }) => name).toSorted()
    expect(await names(team.owner)).toEqual(['of approver', 'of deploy-bot', 'of editor', 'of owner'])
    expect(await names(team.approver)).toEqual(['of approver', 'of deploy-bot'])
    expect(await names(team.editor)).toEqual(['of editor'])
  })

  it('omits the tokens of a disabled service account', async () => {
    const team = await makeTeam(test)
    const params = await makeServiceAccount(team)
    await makeToken(team, 'of deploy-bot', params)
    await test.send(serviceAccounts.update, { params, body: { isDisabled: true } }, team.owner)
    test.clockOffsetMs = 20 * dayMs
    expect(await list(team.owner)).toEqual([])
  })

  it('lists an old secret that was used after the rotation and in the last day, until it stops working', async () => {
    const team = await makeTeam(test)
    const params = await makeToken(team, 'Deploy', { expiration: '90d' })
    const hourAgo = () => new Date(test.now().getTime() - hourMs)
    test.clockOffsetMs = dayMs
    await test.send(tokens.rotate, { params, body: { overlap: '48h' } }, team.owner)
    await useOldSecret(params.tokenId, hourAgo())
    expect(await list(team.owner), 'used before the rotation').toEqual([])
    test.clockOffsetMs = dayMs + 2 * hourMs
    const usedAt = hourAgo()
    await useOldSecret(params.tokenId, usedAt)
    const item = { kind: 'oldSecretUsed', name: 'Deploy', lastUsedAt: usedAt.toISOString() }
    expect(await list(team.owner)).toEqual([expect.objectContaining(item)])
    expect(await list(team.editor)).toEqual([])
    test.clockOffsetMs = dayMs + 30 * hourMs
    expect(await list(team.owner), 'unused for a day').toEqual([])
    await useOldSecret(params.tokenId, hourAgo())
    expect(await list(team.owner)).toHaveLength(1)
    test.clockOffsetMs = dayMs + 49 * hourMs
    expect(await list(team.owner), 'after the overlap').toEqual([])
  })

  it('lists an invitation that expired without an answer, to those who may invite', async () => {
    const team = await makeTeam(test)
    await invite(test, team, 'new@example.com')
    await join(test, team, await makeSignedIn(test))
    expect(await list(team.owner)).toEqual([])
    test.clockOffsetMs = 15 * dayMs
    for (const as of [team.owner, team.approver])
      expect(await summary(as)).toEqual(['invitationExpired new@example.com'])
    expect(await list(team.editor)).toEqual([])
  })

  it("lists nothing of a stranger's, a deleted or a quarantined workspace", async () => {
    const team = await makeTeam(test)
    await invite(test, team, 'new@example.com')
    test.clockOffsetMs = 15 * dayMs
    expect(await list(await makeSignedIn(test))).toEqual([])
    const { id } = team.workspace
    const quarantine = (quarantinedAt: Date | null) =>
      test.database.orm.update(workspaceTable).set({ quarantinedAt }).where(eq(workspaceTable.id, id))
    await quarantine(test.now())
    expect(await list(team.owner)).toEqual([])
    await quarantine(null)
    expect(await list(team.owner)).toHaveLength(1)
    test.clockOffsetMs = 0
    await test.send(workspaces.delete, { params: team.params }, team.owner)
    test.clockOffsetMs = 15 * dayMs
    expect(await list(team.owner)).toEqual([])
  })

  it("reads the tokens of the caller's workspaces through an index, among many others", async () => {
    const { database } = test
    const me = await makeSignedIn(test)
    const other = await makeUser(database)
    await addMember(database, await makeWorkspace(database, other), me.user)
    await database.transaction(async (tx) => {
      await tx.execute(sql`
        insert into workspaces
          (id, display_name, instance_url, instance_env_type, creator_user_id, token, created_at)
        select 'W' || lpad(n::text, 25, '0'), 'Workspace', 'http://localhost:8080', 'LOCAL', ${other.id}, 'x', now()
        from generate_series(1, 2000) n`)
      await tx.execute(sql`
        insert into workspace_members (workspace_id, user_id, role, joined_at)
        select id, ${other.id}, 'OWNER', now() from workspaces where id like 'W%'`)
    })
    await database.orm.execute(sql`
      insert into auth_tokens (id, kind, user_id, workspace_id, name, created_at, expires_at)
      select 'T' || lpad((row_number() over ())::text, 25, '0'), 'api', ${other.id}, id, 'Token',
        now() - interval '1 year', now() + interval '10 days'
      from workspaces, generate_series(1, 10)`)
    await database.orm.execute(sql`analyze`)
    const plan = await database.query<Record<string, string>>({
      name: 'plan',
      text: `explain ${attentionOfUser}`,
      values: attentionValues(me.user.id, test.now(), { limit: 100, after: undefined }),
    })
    const text = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(text).toMatch(/on auth_tokens_active/)
    expect(text).not.toMatch(/Seq Scan on (auth_tokens|workspaces|workspace_members)/)
  })
})

testOutcomes(test, attention, { list: { ...sessionOnly, ...confined, ...emailNeeded, allOthers: ok } })
