import { randomBytes } from 'node:crypto'
import { invitationLifetimeDays } from '@portal/contract/limits'
import { trustRuleLifetimeDefaultMinutes } from '@portal/contract/trust-rules/trust-rules'
import { and, eq, isNull } from 'drizzle-orm'
import type { Orm } from '../../apps/api/src/db/database.ts'
import { users } from '../../apps/api/src/features/account/user-table.ts'
import { workspaceActivity } from '../../apps/api/src/features/activity/activity-table.ts'
import { workspaceInvitations } from '../../apps/api/src/features/invitations/invitation-table.ts'
import { workspaceMembers } from '../../apps/api/src/features/members/member-table.ts'
import { serviceAccounts } from '../../apps/api/src/features/service-accounts/service-account-table.ts'
import { authTokenSecrets, authTokens } from '../../apps/api/src/features/tokens/token-table.ts'
import { tokenExchanges } from '../../apps/api/src/features/trust-rules/exchange-table.ts'
import { trustRules } from '../../apps/api/src/features/trust-rules/trust-rule-table.ts'
import { workspaces } from '../../apps/api/src/features/workspaces/workspace-table.ts'
import {
  type DemoEvent,
  type DemoServiceAccount,
  type DemoToken,
  type DemoWorkspace,
  dayMs,
  demoId,
  type SeededPeople,
} from './demo-data.ts'

export interface InstanceAddresses {
  managedUrl: string
  localUrl: string
}

function instanceOf(instance: string, { managedUrl, localUrl }: InstanceAddresses) {
  if (instance === 'managed') return { instanceUrl: managedUrl, instanceEnvType: 'SI' as const }
  if (instance === 'local') return { instanceUrl: localUrl, instanceEnvType: 'LOCAL' as const }
  return { instanceUrl: instance, instanceEnvType: 'PRIVATE' as const }
}

/**
 * Inserts a workspace with its content.
 * @returns false if the workspace already exists, which leaves it unchanged
 */
export async function insertDemoWorkspace(
  tx: Orm,
  workspace: DemoWorkspace,
  people: SeededPeople,
  addresses: InstanceAddresses,
): Promise<boolean> {
  const ownerId = people[workspace.owner].id
  const { id, quarantined } = workspace
  const inserted = await tx
    .insert(workspaces)
    .values({
      ...workspace,
      ...instanceOf(workspace.instance, addresses),
      creatorUserId: ownerId,
      token: randomBytes(32).toString('base64url'),
      quarantinedAt: quarantined?.at,
      quarantineReason: quarantined?.reason,
      quarantinedByUserId: quarantined && people.staff.id,
    })
    .onConflictDoNothing()
    .returning({ id: workspaces.id })
  if (inserted.length === 0) return false
  await tx.insert(workspaceMembers).values(memberRows(workspace, people))
  const invitations = invitationRows(workspace, people)
  if (invitations.length > 0) await tx.insert(workspaceInvitations).values(invitations)
  for (const account of workspace.serviceAccounts ?? [])
    await insertServiceAccount(tx, workspace, account, people)
  const tokens = (workspace.tokens ?? []).map((token) => tokenRow(workspace, token, people))
  if (tokens.length > 0) await tx.insert(authTokens).values(tokens)
  const secrets = (workspace.tokens ?? []).flatMap((token) => secretRows(workspace, token))
  if (secrets.length > 0) await tx.insert(authTokenSecrets).values(secrets)
  await tx.insert(workspaceActivity).values(activityRows(workspace, people))
  if (workspace.isDefault)
    await tx
      .update(users)
      .set({ defaultWorkspaceId: id })
      .where(and(eq(users.id, ownerId), isNull(users.defaultWorkspaceId)))
  return true
}

function memberRows(workspace: DemoWorkspace, people: SeededPeople) {
  const { id: workspaceId, owner, members = [], createdAt, isFavourite, isHidden, lastOpenedAt } = workspace
  const ofOwner = { joinedAt: createdAt, isFavourite, isHidden, lastOpenedAt }
  return [
    { workspaceId, userId: people[owner].id, role: 'OWNER' as const, ...ofOwner },
    ...members.map(({ person, ...member }) => ({ workspaceId, userId: people[person].id, ...member })),
  ]
}

const invitationRows = ({ id, invitations = [] }: DemoWorkspace, people: SeededPeople) =>
  invitations.map(({ by, ...invitation }) => ({
    ...invitation,
    id: demoId(invitation.sentAt, 'invitation', id, invitation.email),
    workspaceId: id,
    emailKey: invitation.email,
    invitedByUserId: people[by].id,
    createdAt: invitation.sentAt,
    expiresAt: new Date(invitation.sentAt.getTime() + invitationLifetimeDays * dayMs),
  }))

const serviceAccountIdOf = ({ id }: DemoWorkspace, { name, createdAt }: DemoServiceAccount) =>
  demoId(createdAt, 'service account', id, name)

/** Inserts a service account with its trust rule and the attempts under the rule. */
async function insertServiceAccount(
  tx: Orm,
  workspace: DemoWorkspace,
  account: DemoServiceAccount,
  people: SeededPeople,
): Promise<void> {
  const { rule } = account
  const createdByUserId = people[account.by].id
  const of = { serviceAccountId: serviceAccountIdOf(workspace, account), workspaceId: workspace.id }
  const nameKey = account.name.toLowerCase()
  await tx
    .insert(serviceAccounts)
    .values({ ...account, ...of, id: of.serviceAccountId, nameKey, createdByUserId })
  const trustRuleId = demoId(rule.createdAt, 'trust rule', of.serviceAccountId, rule.name)
  await tx.insert(trustRules).values({
    ...rule,
    ...of,
    id: trustRuleId,
    audience: 'https://api.example.com',
    lifetimeMinutes: trustRuleLifetimeDefaultMinutes,
    createdByUserId,
  })
  const attempts = rule.exchanges.map((exchange) => ({
    problems: [],
    ...exchange,
    ...of,
    id: demoId(exchange.at, 'exchange', trustRuleId),
    issuer: rule.issuer,
    outcome: exchange.problems ? ('mismatch' as const) : ('accepted' as const),
    trustRuleId,
    trustRuleName: rule.name,
  }))
  if (attempts.length > 0) await tx.insert(tokenExchanges).values(attempts)
}

const tokenIdOf = ({ id }: DemoWorkspace, { name, createdAt }: DemoToken) =>
  demoId(createdAt, 'token', id, name)

function tokenRow(workspace: DemoWorkspace, token: DemoToken, people: SeededPeople) {
  const account = workspace.serviceAccounts?.find(({ name }) => name === token.serviceAccount)
  return {
    ...token,
    id: tokenIdOf(workspace, token),
    kind: 'api' as const,
    userId: people[token.by].id,
    workspaceId: workspace.id,
    serviceAccountId: account && serviceAccountIdOf(workspace, account),
    isRotated: token.rotated !== undefined,
    revokedByUserId: token.revokedAt && people[workspace.owner].id,
  }
}

/** The old secret, which keeps the id of the token, and the new one. */
function secretRows(workspace: DemoWorkspace, token: DemoToken) {
  const { rotated, createdAt, expiresAt, lastUsedAt, lastUsedIp } = token
  if (!rotated) return []
  const tokenId = tokenIdOf(workspace, token)
  const current = { id: demoId(rotated.at, 'secret', tokenId), createdAt: rotated.at, lastUsedAt, lastUsedIp }
  return [
    { id: tokenId, tokenId, createdAt, expiresAt, ...rotated },
    { tokenId, expiresAt, ...current },
  ]
}

/** Derives activity from members, invitations and tokens, so that both are consistent. */
function eventsOf(workspace: DemoWorkspace, people: SeededPeople): DemoEvent[] {
  const { owner, displayName, createdAt, quarantined } = workspace
  const {
    members = [],
    invitations = [],
    serviceAccounts: accounts = [],
    tokens = [],
    events = [],
  } = workspace
  return [
    { act: 'workspace.created', by: owner, at: createdAt, subject: displayName },
    ...members.flatMap(({ person, invitedBy = owner, invitedAt, joinedAt }): DemoEvent[] => {
      const subject = people[person].email
      return [
        { act: 'member.invited', by: invitedBy, at: invitedAt, subject },
        { act: 'member.joined', by: person, at: joinedAt, subject },
      ]
    }),
    ...invitations.map(
      ({ email, by, sentAt }): DemoEvent => ({ act: 'member.invited', by, at: sentAt, subject: email }),
    ),
    ...accounts.flatMap(({ name, by, createdAt: at, rule }): DemoEvent[] => [
      { act: 'service-account.created', by, at, subject: name },
      { act: 'trust-rule.created', by, at: rule.createdAt, subject: `${name}: ${rule.name}` },
    ]),
    ...tokens.flatMap(({ name, serviceAccount, by, createdAt: at, revokedAt, rotated }): DemoEvent[] => [
      { act: 'token.created', by, at, subject: serviceAccount ? `${name} (${serviceAccount})` : name },
      ...(rotated ? [{ act: 'token.rotated' as const, by, at: rotated.at, subject: name }] : []),
      ...(revokedAt ? [{ act: 'token.revoked' as const, by: owner, at: revokedAt, subject: name }] : []),
    ]),
    ...(quarantined
      ? [{ act: 'workspace.quarantined' as const, by: null, at: quarantined.at, subject: 'by staff' }]
      : []),
    ...events,
  ]
}

const activityRows = (workspace: DemoWorkspace, people: SeededPeople) =>
  eventsOf(workspace, people).map(({ by, ...event }) => ({
    id: demoId(event.at, 'activity', workspace.id, event.act, event.subject),
    workspaceId: workspace.id,
    actorUserId: by && people[by].id,
    ipAddress: by && people[by].ipAddress,
    ...event,
  }))
