/** Deleted data can be restored for 30 days and is erased afterwards. */
import { dayMs } from '@portal/contract/durations'
import { events } from '@portal/contract/events/events'
import { invitations } from '@portal/contract/invitations/invitations'
import { myData } from '@portal/contract/my-data/my-data'
import { ownership } from '@portal/contract/ownership/ownership'
import { staffAccounts } from '@portal/contract/staff/accounts/accounts'
import { webhooks } from '@portal/contract/webhooks/webhooks'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { eq, sql } from 'drizzle-orm'
import { ulid } from 'ulid'
import { describe, expect, it } from 'vitest'
import type { JobData } from '../../jobs/jobs.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import {
  addMember,
  makeIdentity,
  makeSession,
  makeUser,
  makeWorkspace,
  type UserRow,
  type WorkspaceRow,
} from '../../testing/factories.ts'
import { makeSignedIn } from '../../testing/make-signed-in.ts'
import { makeTeam, type Team } from '../../testing/make-team.ts'
import { signInThroughProvider } from '../../testing/sign-in-through-provider.ts'
import { users } from '../account/user-table.ts'
import { workspaceActivity } from '../activity/activity-table.ts'
import { countingStatuses } from '../billing/billing-rules.ts'
import { billingAccounts } from '../billing/billing-table.ts'
import { invitationCodes, workspaceInvitations } from '../invitations/invitation-table.ts'
import { tosAgreements } from '../legal/legal-table.ts'
import { sessions } from '../sessions/session-table.ts'
import { staffRecords } from '../staff/records/staff-record-table.ts'
import { authTokens } from '../tokens/token-table.ts'
import { deliverToWebhook } from '../webhooks/webhook-jobs.ts'
import { workspaces as workspaceTable } from '../workspaces/workspace-table.ts'
import { purge } from './purge-jobs.ts'

const test = useTestApp()
const ago = (days: number, ms = 0) => new Date(Date.now() - days * dayMs - ms)
const run = () => purge({ ...test.services, liveSubscriptions: countingStatuses })

/** Every row of every table, as text. */
async function everything(): Promise<string> {
  const tables = await test.database.orm
    .select({ name: sql<string>`quote_ident(tablename)` })
    .from(sql`pg_catalog.pg_tables`)
    .where(sql`schemaname = 'public'`)
  const parts = await Promise.all(
    tables.map(({ name }) =>
      test.database.orm.select({ row: sql<string>`t::text` }).from(sql.raw(`${name} t`)),
    ),
  )
  return parts
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

const stillThere = async (id: string) =>
  (await test.database.orm.select().from(workspaceTable).where(eq(workspaceTable.id, id))).length === 1
const userRow = async (id: string) =>
  (await test.database.orm.select().from(users).where(eq(users.id, id)))[0]

async function invite(workspace: WorkspaceRow, by: UserRow, email: string): Promise<void> {
  const { orm } = test.database
  const id = ulid()
  const dates = { createdAt: ago(40), sentAt: ago(40), expiresAt: ago(26) }
  const row = { id, workspaceId: workspace.id, email, emailKey: email.toLowerCase(), role: 'EDITOR' as const }
  await orm.insert(workspaceInvitations).values({ ...row, invitedByUserId: by.id, ...dates })
  await orm
    .insert(invitationCodes)
    .values({ codeHash: Buffer.from(id), invitationId: id, createdAt: ago(40) })
}

async function giveToken(user: UserRow, workspace: WorkspaceRow, sessionId: string | null, name: string) {
  const dates = { createdAt: ago(40), expiresAt: ago(10), revokedAt: ago(30), lastUsedIp: '203.0.113.9' }
  const kind = sessionId === null ? ('api' as const) : ('instance' as const)
  const of = { userId: user.id, workspaceId: workspace.id, sessionId }
  await test.database.orm.insert(authTokens).values({ id: ulid(), kind, name, ...of, ...dates })
}

/** A deleted user with rows in every table. */
async function deletedPerson(deletedAt: Date, owner: UserRow, shared: WorkspaceRow): Promise<UserRow> {
  const { orm } = test.database
  const user = await makeUser(test.database, {
    email: 'Gone.Person@example.com',
    firstName: 'Goneille',
    lastName: 'Departed',
    nickname: 'goner',
    pictureUrl: 'https://pictures.example.com/gone.png',
    discordUsername: 'gone.person',
    githubUsername: 'gone-person',
    quarantineReason: 'Said by gone',
    deletedAt,
  })
  await makeIdentity(test.database, user)
  const session = await makeSession(test.database, user, { ipAddress: '203.0.113.9', userAgent: 'Gone/1.0' })
  const own = await makeWorkspace(test.database, user, { displayName: 'Gone own', deletedAt })
  await addMember(test.database, own, await makeUser(test.database))
  await giveToken(user, own, null, 'Gone token')
  await giveToken(user, shared, session.id, 'Gone instance')
  await invite(own, user, 'guest@example.com')
  await invite(shared, owner, user.email)
  await orm.insert(billingAccounts).values({ userId: user.id, legalName: 'Gone Ltd', customerId: 'cus_gone' })
  const agreement = { tosVersionId: '2024-09-25', agreedAt: ago(50), ipAddress: '203.0.113.9' }
  await orm.insert(tosAgreements).values({ userId: user.id, ...agreement })
  const act = { workspaceId: shared.id, at: ago(35) }
  await orm.insert(workspaceActivity).values([
    {
      ...act,
      id: ulid(),
      actorUserId: user.id,
      act: 'member.left',
      subject: user.email,
      ipAddress: '203.0.113.9',
    },
    { ...act, id: ulid(), actorUserId: owner.id, act: 'member.invited', subject: user.emailKey },
    { ...act, id: ulid(), actorUserId: owner.id, act: 'token.created', subject: 'Stays' },
    {
      ...act,
      id: ulid(),
      actorUserId: owner.id,
      act: 'member.role-changed',
      subject: `${user.email}: EDITOR → APPROVER`,
    },
    {
      ...act,
      id: ulid(),
      actorUserId: user.id,
      act: 'ownership.accepted',
      subject: `${owner.email} → ${user.emailKey}`,
    },
  ])
  for (const text of [user.email, 'gone.person@ex', `${user.emailKey} `])
    await orm.insert(staffRecords).values({
      id: ulid(),
      staffUserId: owner.id,
      act: 'looked-up.search',
      after: { text, people: [] },
      at: ago(35),
    })
  for (const act of ['looked-up.person', 'looked-up.workspace', 'looked-up.workspace-owner'])
    await orm
      .insert(staffRecords)
      .values({ id: ulid(), staffUserId: owner.id, act, after: { text: user.email }, at: ago(35) })
  await orm.insert(staffRecords).values({
    id: ulid(),
    staffUserId: owner.id,
    act: 'looked-up.people-of-address',
    aboutUserId: user.id,
    after: { email: user.emailKey },
    reason: 'Goneille asked',
    at: ago(35),
  })
  return user
}

/** Creates a webhook for all events and returns its parameters. */
async function makeWebhook({ params, owner }: Team) {
  const body = { url: 'https://hooks.example.com/portal', types: 'all' as const }
  const { webhook } = (await test.send(webhooks.create, { params, body }, owner)).body
  return { ...params, webhookId: webhook.id }
}

/** Runs the queued deliveries. Returns how many those queued. */
async function deliver(): Promise<number> {
  const isDelivery = ({ name }: { name: string }) => name === 'webhooks.deliver'
  for (const { data } of test.jobs.sent.splice(0).filter(isDelivery))
    await deliverToWebhook(test.services, data as JobData['webhooks.deliver'])
  return test.jobs.sent.filter(isDelivery).length
}

const traces = /gone|departed|203\.0\.113\.9|cus_|guest@example/i

describe('Purging an account', () => {
  it('leaves an empty row 30 days after the deletion, without any personal data anywhere', async () => {
    const owner = await makeUser(test.database)
    const shared = await makeWorkspace(test.database, owner, { displayName: 'Shared' })
    const user = await deletedPerson(ago(30), owner, shared)
    expect(await everything()).toMatch(traces)
    await run()
    const left = await everything()
    expect(left.split('\n').filter((line) => traces.test(line))).toEqual([])
    expect(await userRow(user.id)).toMatchObject({ email: '', firstName: null, signupAt: user.signupAt })
    // Data of other users stays.
    expect(left).toContain('Stays')
    expect(left).toContain('a deleted account: EDITOR → APPROVER')
    expect(left).toContain(`${owner.email} → a deleted account`)
    expect(left).toContain('looked-up.search')
    expect(left).toContain('Shared')
    expect(left).toContain(owner.email)
    expect(left).toContain('looked-up.people-of-address')
    await run()
    expect(await everything()).toBe(left)
  })

  it('keeps everything until the 30 days have passed, so that staff can restore the account with its workspaces', async () => {
    const staff = await makeSignedIn(test, { email: 'someone@systeminit.com' })
    const owner = await makeUser(test.database)
    const shared = await makeWorkspace(test.database, owner)
    const user = await deletedPerson(ago(30, -60_000), owner, shared)
    const [own] = await test.database.orm
      .update(workspaceTable)
      .set({ deletedByUserId: user.id })
      .where(eq(workspaceTable.creatorUserId, user.id))
      .returning()
    await run()
    const reply = await test.send(
      staffAccounts.restore,
      { params: { userId: user.id }, body: { reason: 'asked for' } },
      { session: staff.session },
    )
    expect(reply.status).toBe(200)
    expect(await userRow(user.id)).toMatchObject({
      email: user.email,
      firstName: 'Goneille',
      deletedAt: null,
    })
    expect(await stillThere(own?.id ?? '')).toBe(true)
    await run()
    expect((await userRow(user.id))?.email).toBe(user.email)
  })

  it('keeps invitations to its address if another account uses the address by now', async () => {
    const owner = await makeUser(test.database)
    const shared = await makeWorkspace(test.database, owner)
    const user = await deletedPerson(ago(31), owner, shared)
    const back = await makeSignedIn(test, { email: user.email })
    await test.database.orm
      .update(workspaceInvitations)
      .set({ expiresAt: ago(-1) })
      .where(eq(workspaceInvitations.emailKey, user.emailKey))
    await run()
    const { body } = await test.send(invitations.mine, {}, { session: back.session })
    expect(body).toHaveLength(1)
  })

  it('erases the earlier addresses of the account and those of its identities, but none that another account has now', async () => {
    const { orm } = test.database
    const owner = await makeUser(test.database)
    const shared = await makeWorkspace(test.database, owner)
    const user = await makeUser(test.database, { email: 'new@departed.example', deletedAt: ago(31) })
    await makeIdentity(test.database, user)
    const identity = { isEmailVerified: true, lastSignInAt: ago(40) }
    await makeIdentity(test.database, user, {
      ...identity,
      subject: 'other',
      email: 'Other@departed.example',
    })
    const unverified = { subject: 'claimed', email: 'claimed@stays.example', isEmailVerified: false }
    await makeIdentity(test.database, user, unverified)
    await makeUser(test.database, { email: 'taken@stays.example' })
    const addresses = ['Old@departed.example', 'other@departed.example', 'claimed@stays.example']
    for (const email of [...addresses, 'taken@stays.example']) {
      await invite(shared, owner, email)
      const subjects = { 'member.invited': email, 'member.role-changed': `${email}: EDITOR → APPROVER` }
      for (const [act, subject] of Object.entries(subjects))
        await orm
          .insert(workspaceActivity)
          .values({ id: ulid(), workspaceId: shared.id, actorUserId: owner.id, act, subject, at: ago(40) })
      const look = { staffUserId: owner.id, act: 'looked-up.search', after: { text: email, people: [] } }
      await orm.insert(staffRecords).values({ id: ulid(), ...look, at: ago(40) })
    }
    for (const [act, subject] of [
      ['member.joined', 'Old@departed.example'],
      ['member.left', 'taken@stays.example'],
    ] as const)
      await orm
        .insert(workspaceActivity)
        .values({ id: ulid(), workspaceId: shared.id, actorUserId: user.id, act, subject, at: ago(41) })
    await run()
    const left = await everything()
    expect(left.split('\n').filter((line) => /departed/i.test(line))).toEqual([])
    expect(left).toContain('a deleted account: EDITOR → APPROVER')
    for (const email of ['claimed@stays.example', 'taken@stays.example'])
      expect(left.split(email).length, email).toBeGreaterThan(5)
  })

  it('removes who did what from the events of webhooks that the user created for a workspace of others', async () => {
    const team = await makeTeam(test)
    const { params, owner: creator, approver: owner } = team
    const ofWebhook = { params: await makeWebhook(team) }
    await test.send(ownership.offer, { params, body: { userId: owner.user.id } }, creator)
    await test.send(ownership.accept, { params }, owner)
    const { user, session } = creator
    const deletion = { params: { userId: user.id }, body: { confirmation: user.email } }
    expect((await test.send(myData.deleteAccount, deletion, { session })).status).toBe(204)
    test.clockOffsetMs = 31 * dayMs
    const dates = { createdAt: test.now(), lastSeenAt: test.now(), expiresAt: ago(-32) }
    const { token } = await makeSession(test.database, owner.user, dates)
    const later = { session: token }
    // The event of its creation, which is still queued.
    await test.send(webhooks.update, { ...ofWebhook, body: { isEnabled: true } }, later)
    await deliver()
    await run()
    const [listed] = (await test.send(webhooks.list, { params }, later)).body.webhooks
    expect(listed?.createdBy).toEqual({ userId: user.id, email: null })
    const { deliveries } = (await test.send(webhooks.deliveries, ofWebhook, later)).body
    const event = deliveries.find(({ type }) => type === 'webhook.created')?.event
    expect(event).toMatchObject({ actor: { id: user.id, name: null }, data: { ipAddress: null } })
    expect(await everything()).not.toMatch(/owner@example\.com|Olga/)
  })

  it('lets the same user sign up again with a new account', async () => {
    const user = await makeUser(test.database, { deletedAt: ago(31) })
    await makeIdentity(test.database, user)
    await run()
    test.identity.add({ subject: user.auth0Id ?? '', email: user.email })
    await signInThroughProvider(test, user.auth0Id ?? '')
    const rows = await test.database.orm.select().from(users).where(eq(users.email, user.email))
    expect(rows).toHaveLength(1)
    expect(rows[0]?.id).not.toBe(user.id)
  })
})

describe('Purging a workspace', () => {
  it('deletes it 30 days after its deletion, until which its owner can restore it', async () => {
    const me = await makeSignedIn(test)
    const gone = await makeWorkspace(test.database, me.user, { displayName: 'Gone', deletedAt: ago(30) })
    const late = await makeWorkspace(test.database, me.user, { deletedAt: ago(30, -60_000) })
    const live = await makeWorkspace(test.database, me.user)
    await test.database.orm.update(users).set({ defaultWorkspaceId: gone.id }).where(eq(users.id, me.user.id))
    await giveToken(me.user, gone, null, 'Gone token')
    await run()
    expect(await Promise.all([gone, late, live].map(({ id }) => stillThere(id)))).toEqual([false, true, true])
    expect(await everything()).not.toContain(gone.id)
    const restore = (workspaceId: string) =>
      test.send(workspaces.restore, { params: { workspaceId } }, { session: me.session })
    expect((await restore(late.id)).status).toBe(200)
    expect((await restore(gone.id)).errorType).toBe('NotFound')
  })

  it('leaves nothing of its webhooks, their deliveries and its events, and no job that delivers them', async () => {
    const team = await makeTeam(test)
    const { params, owner } = team
    const { webhookId } = await makeWebhook(team)
    test.webhooks.answerWith({ status: 500 })
    expect(await deliver()).toBe(1)
    expect(test.webhooks.sent).toHaveLength(1)
    const ofEvents = (await test.send(events.list, { params }, owner)).body.events.map(({ id }) => id)
    const ids = [params.workspaceId, webhookId, ...ofEvents]
    const before = await everything()
    expect(ids.filter((id) => !before.includes(id))).toEqual([])
    expect((await test.send(workspaces.delete, { params }, owner)).status).toBe(200)
    // The retry and the deletion.
    expect(await deliver()).toBe(2)
    expect(test.webhooks.sent).toHaveLength(3)
    test.clockOffsetMs = 31 * dayMs
    await run()
    expect(await deliver()).toBe(0)
    expect(test.webhooks.sent).toHaveLength(3)
    const left = await everything()
    expect(ids.filter((id) => left.includes(id))).toEqual([])
  })
})

it('Purging deletes sessions and their instance tokens 30 days after their end, and no others', async () => {
  const user = await makeUser(test.database)
  const workspace = await makeWorkspace(test.database, user)
  const old = await makeSession(test.database, user, { expiresAt: ago(30) })
  const recent = await makeSession(test.database, user, { expiresAt: ago(30, -60_000), endedAt: ago(50) })
  await giveToken(user, workspace, old.id, 'Old')
  await giveToken(user, workspace, recent.id, 'Recent')
  await giveToken(user, workspace, null, 'Automation')
  await run()
  const kept = await test.database.orm.select({ id: sessions.id }).from(sessions)
  expect(kept).toEqual([{ id: recent.id }])
  const names = await test.database.orm.select({ name: authTokens.name }).from(authTokens)
  expect(names.map(({ name }) => name).sort()).toEqual(['Automation', 'Recent'])
})

it('Purging reports an item that fails and continues with the others', async () => {
  const owner = await makeUser(test.database)
  const [broken, fine] = [
    await makeWorkspace(test.database, owner, { deletedAt: ago(60) }),
    await makeWorkspace(test.database, owner, { deletedAt: ago(31) }),
  ]
  const user = await makeUser(test.database, { deletedAt: ago(31) })
  const { orm } = test.database
  await orm.execute(sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`)
  await orm.execute(
    sql.raw(`create trigger refuse before delete on workspaces for each row
      when (old.id = '${broken.id}') execute function refuse()`),
  )
  try {
    await run()
  } finally {
    await orm.execute(sql`drop trigger refuse on workspaces`)
    await orm.execute(sql`drop function refuse`)
  }
  expect(test.taskFailures).toEqual(['purge.workspace'])
  expect([await stillThere(broken.id), await stillThere(fine.id)]).toEqual([true, false])
  expect((await userRow(user.id))?.email).toBe('')
  expect(test.jobs.sent).toEqual([])
})

it('Purging keeps a deleted account until its subscription has ended', async () => {
  const user = await makeUser(test.database, { deletedAt: ago(31) })
  const { orm } = test.database
  await orm
    .insert(billingAccounts)
    .values({ userId: user.id, customerId: 'cus_live', subscriptionStatus: 'active' })
  await run()
  expect((await userRow(user.id))?.email).toBe(user.email)
  await orm.update(billingAccounts).set({ subscriptionStatus: 'canceled' })
  await run()
  expect((await userRow(user.id))?.email).toBe('')
})

describe('Purging 50,000 rows of one account', () => {
  it('deletes at most 5,000 rows with each statement', async () => {
    const { orm } = test.database
    const owner = await makeUser(test.database)
    const shared = await makeWorkspace(test.database, owner)
    const user = await deletedPerson(ago(31), owner, shared)
    const own = await makeWorkspace(test.database, user, { deletedAt: ago(31) })
    for (const workspace of [own, shared])
      await orm.execute(sql`
        insert into workspace_activity (id, workspace_id, actor_user_id, act, subject, ip_address, at)
        select lpad(${workspace.id.slice(-12)} || number::text, 26, '0'), ${workspace.id}, ${user.id}, 'member.left',
          ${user.email}, '203.0.113.9', now() from generate_series(1, 25000) number`)
    const counts: number[] = []
    test.database.observe(async ({ text }, ask) => {
      const answer = await ask()
      const { rows, rowCount } = answer as { rows: { count?: number }[]; rowCount: number }
      counts.push(text.startsWith('with changed') ? (rows[0]?.count ?? 0) : rowCount)
      return answer
    })
    await run()
    expect(Math.max(...counts)).toBe(5_000)
    expect((await everything()).split('\n').filter((line) => traces.test(line))).toEqual([])
  })
})

it('Concurrent purges delete each item once', async () => {
  const owner = await makeUser(test.database)
  const shared = await makeWorkspace(test.database, owner)
  await deletedPerson(ago(30), owner, shared)
  await Promise.all([run(), run(), run()])
  expect((await everything()).split('\n').filter((line) => traces.test(line))).toEqual([])
})
