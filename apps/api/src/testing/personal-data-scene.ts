/** A deleted user with a row in every table, in their own workspace and in another user's. */
import { eq } from 'drizzle-orm'
import { ulid } from 'ulid'
import { users } from '../features/account/user-table.ts'
import { accountJoins, pendingJoins } from '../features/account-joins/account-join-table.ts'
import { workspaceActivity } from '../features/activity/activity-table.ts'
import { billingAccounts } from '../features/billing/billing-table.ts'
import { cliNonces } from '../features/cli-sign-ins/cli-sign-in-table.ts'
import { handoffCodes } from '../features/handoff/handoff-table.ts'
import { invitationCodes, workspaceInvitations } from '../features/invitations/invitation-table.ts'
import { tosAgreements } from '../features/legal/legal-table.ts'
import { deviceCodes, refreshTokens } from '../features/oauth/oauth-table.ts'
import { ownershipOffers } from '../features/ownership/ownership-table.ts'
import { serviceAccounts } from '../features/service-accounts/service-account-table.ts'
import { signInDevices } from '../features/sign-in/sign-in-table.ts'
import { staffRecords } from '../features/staff/records/staff-record-table.ts'
import { authTokenRefusals, authTokenSecrets, authTokens } from '../features/tokens/token-table.ts'
import { exchangeCounts, tokenExchanges } from '../features/trust-rules/exchange-table.ts'
import { trustRules } from '../features/trust-rules/trust-rule-table.ts'
import { idempotencyKeys } from '../guard/idempotency-table.ts'
import type { TestApp } from './build-test-app.ts'
import { makeIdentity, makeSession, makeUser, makeWorkspace, type UserRow } from './factories.ts'

/** Matches every text that the scene stores about the deleted user, and nothing else. */
export const personalTraces = /gone|departed|203\.0\.113\.9/i

const ipAddress = '203.0.113.9'
const digestOf = (text: string) => Buffer.from(text)

export interface Scene {
  user: UserRow
  /** The ids of the user, and of the rows that are erased with the user. */
  ids: string[]
}

export async function makePersonalDataScene(test: TestApp, deletedAt: Date): Promise<Scene> {
  const { orm } = test.database
  const db = test.database
  const at = deletedAt
  const owner = await makeUser(db)
  const user = await makeUser(db, {
    email: 'Gone.Person@example.com',
    firstName: 'Goneille',
    lastName: 'Departed',
    nickname: 'goner',
    pictureUrl: 'https://pictures.example.com/gone.png',
    discordUsername: 'gone.person',
    githubUsername: 'gone-person',
    quarantineReason: 'Gone is suspected',
    suspensionReason: 'Gone has not paid',
    deletedAt,
  })
  const shared = await makeWorkspace(db, owner, {
    addressSetByUserId: user.id,
    quarantinedByUserId: user.id,
  })
  const own = await makeWorkspace(db, user, {
    displayName: 'Gone own',
    description: 'Departed',
    deletedAt,
    deletedByUserId: user.id,
  })
  await makeUser(db, { quarantinedByUserId: user.id, suspendedByUserId: user.id, defaultWorkspaceId: null })
  await setDefaultWorkspace(test, user.id, own.id)
  await makeIdentity(db, user)
  await makeIdentity(db, user, { subject: 'github|gone', email: 'gone@else.example', status: 'waiting' })
  await makeIdentity(db, user, { subject: 'google|gone', status: 'removed', removedAt: at })
  const session = await makeSession(db, user, { ipAddress, userAgent: 'Gone/1.0', clientId: 'si-cli' })
  await orm.insert(signInDevices).values({ userId: user.id, deviceHash: digestOf('d'), lastSignInAt: at })
  const join = { userId: user.id, subject: 'github|gone' }
  await orm
    .insert(pendingJoins)
    .values({ ...join, secretHash: digestOf('j'), email: user.email, expiresAt: at })
  await orm.insert(accountJoins).values({ ...join, id: ulid(), answer: 'yes', at, ipAddress })
  await orm.insert(accountJoins).values({
    id: ulid(),
    userId: owner.id,
    subject: 'github|owner',
    answer: 'no',
    at,
    undoneAt: at,
    undoneByUserId: user.id,
  })
  await orm.insert(billingAccounts).values({ userId: user.id, legalName: 'Gone Ltd', customerId: 'cus_gone' })
  await orm
    .insert(tosAgreements)
    .values({ userId: user.id, tosVersionId: '2024-09-25', agreedAt: at, ipAddress, userAgent: 'Gone/1.0' })
  const requestHash = digestOf('r')
  const result = { displayName: 'Gone own' }
  await orm
    .insert(idempotencyKeys)
    .values({ userId: user.id, key: 'gone-key', requestHash, result, createdAt: at })
  const of = { userId: user.id, sessionId: session.id, sealedToken: digestOf('t') }
  const times = { createdAt: at, expiresAt: at }
  await orm.insert(deviceCodes).values({
    codeHash: digestOf('code'),
    userCode: 'GONECODE',
    clientId: 'si-cli',
    ipAddress,
    userAgent: 'Gone/1.0',
    ...times,
    ...of,
  })
  await orm.insert(refreshTokens).values({ tokenHash: digestOf('refresh'), ...times, ...of })
  await orm.insert(cliNonces).values({ nonceHash: digestOf('nonce'), ...times, ...of })
  const workspaceRows = { ...of, workspaceId: own.id }
  const { instanceUrl } = own
  await orm
    .insert(handoffCodes)
    .values({ codeHash: digestOf('handoff'), instanceUrl, expiresAt: at, ...workspaceRows })

  const [ownRobot, sharedRobot] = [ulid(), ulid()]
  const robot = { nameKey: 'robot', createdByUserId: user.id, createdAt: at }
  await orm.insert(serviceAccounts).values([
    { ...robot, id: ownRobot, workspaceId: own.id, name: 'Gone robot' },
    { ...robot, id: sharedRobot, workspaceId: shared.id, name: 'Robot' },
  ])
  await addTrustRules(test, user, at, [
    { workspaceId: own.id, serviceAccountId: ownRobot, name: 'Gone rule' },
    { workspaceId: shared.id, serviceAccountId: sharedRobot, name: 'Deploys' },
  ])
  const [ownToken, instance, robotToken, deploys] = [ulid(), ulid(), ulid(), ulid()]
  const token = { userId: user.id, ...times }
  await orm.insert(authTokens).values([
    {
      ...token,
      id: ownToken,
      kind: 'api',
      workspaceId: shared.id,
      name: 'Gone token',
      lastUsedIp: ipAddress,
    },
    { ...token, id: instance, kind: 'instance', workspaceId: shared.id, sessionId: session.id, name: 'Gone' },
    {
      ...token,
      id: robotToken,
      kind: 'api',
      workspaceId: own.id,
      serviceAccountId: ownRobot,
      name: 'Gone token of a robot',
    },
    {
      ...token,
      id: deploys,
      kind: 'api',
      workspaceId: shared.id,
      serviceAccountId: sharedRobot,
      name: 'Deploys',
    },
    {
      ...token,
      id: ulid(),
      kind: 'api',
      workspaceId: shared.id,
      userId: owner.id,
      revokedByUserId: user.id,
      name: 'Old',
    },
  ])
  await orm.insert(authTokenSecrets).values([
    { id: ulid(), tokenId: ownToken, lastUsedIp: ipAddress, ...times },
    { id: ulid(), tokenId: deploys, shownToUserId: user.id, ...times },
  ])
  await orm
    .insert(authTokenRefusals)
    .values({ id: ulid(), tokenId: ownToken, at, ipAddress, userAgent: 'Gone/1.0', call: 'GET /whoami' })

  const [toGone, ofOwn, byGone] = [ulid(), ulid(), ulid()]
  const invitation = { role: 'EDITOR' as const, invitedByUserId: owner.id, sentAt: at, ...times }
  const address = { email: user.email, emailKey: user.emailKey }
  const guest = { email: 'guest@example.com', emailKey: 'guest@example.com' }
  await orm.insert(workspaceInvitations).values([
    { ...invitation, ...address, id: toGone, workspaceId: shared.id },
    { ...invitation, ...guest, id: ofOwn, workspaceId: own.id },
    {
      ...invitation,
      ...guest,
      id: byGone,
      workspaceId: shared.id,
      invitedByUserId: user.id,
      acceptedByUserId: user.id,
    },
  ])
  await orm.insert(invitationCodes).values([
    { codeHash: digestOf('one'), invitationId: toGone, createdAt: at },
    { codeHash: digestOf('two'), invitationId: ofOwn, createdAt: at },
  ])
  await orm.insert(ownershipOffers).values([
    { workspaceId: own.id, fromUserId: user.id, toUserId: owner.id, ...times },
    { workspaceId: shared.id, fromUserId: owner.id, toUserId: user.id, ...times },
  ])
  const activity = { at, actorUserId: user.id, act: 'member.left', ipAddress }
  await orm.insert(workspaceActivity).values([
    { ...activity, id: ulid(), workspaceId: shared.id, subject: user.email },
    { ...activity, id: ulid(), workspaceId: own.id, subject: 'Gone own', actorServiceAccountId: ownRobot },
    {
      ...activity,
      id: ulid(),
      workspaceId: shared.id,
      actorUserId: owner.id,
      ipAddress: null,
      act: 'member.role-changed',
      subject: `${user.email}: EDITOR → APPROVER`,
    },
  ])
  const record = { at, staffUserId: owner.id, act: 'looked-up.person' as const }
  await orm.insert(staffRecords).values([
    { ...record, id: ulid(), aboutUserId: user.id, reason: 'Gone asked', after: { email: user.emailKey } },
    { ...record, id: ulid(), aboutWorkspaceId: own.id, before: { displayName: 'Gone own' } },
    { ...record, id: ulid(), staffUserId: user.id, act: 'looked-up.staff-log', ipAddress, after: {} },
    { ...record, id: ulid(), act: 'looked-up.staff-log', after: { text: user.emailKey } },
    { ...record, id: ulid(), act: 'looked-up.search', after: { text: 'gone.person@ex' } },
  ])
  return {
    user,
    ids: [user.id, own.id, session.id, ownRobot, ownToken, instance, robotToken, toGone, ofOwn],
  }
}

interface RuleOwner {
  workspaceId: string
  serviceAccountId: string
  name: string
}

/** Adds a trust rule with an exchange and a count to each service account. */
async function addTrustRules(test: TestApp, user: UserRow, at: Date, owners: readonly RuleOwner[]) {
  const { orm } = test.database
  const issuer = 'https://issuer.example'
  for (const { name, ...of } of owners) {
    const by = { createdByUserId: user.id, createdAt: at }
    const rule = { issuer, audience: 'portal', claims: {}, lifetimeMinutes: 10 }
    await orm.insert(trustRules).values({ id: ulid(), name, ...rule, ...of, ...by })
    const exchange = { issuer, ipAddress: '198.51.100.1', outcome: 'accepted', claims: {} } as const
    await orm.insert(tokenExchanges).values({ id: ulid(), at, ...exchange, ...of, problems: [] })
    await orm.insert(exchangeCounts).values({ reason: 'malformed', count: 1, lastAt: at, ...of })
  }
}

async function setDefaultWorkspace(test: TestApp, userId: string, defaultWorkspaceId: string) {
  await test.database.orm.update(users).set({ defaultWorkspaceId }).where(eq(users.id, userId))
}
