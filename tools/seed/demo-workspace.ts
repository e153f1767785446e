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
  demoId,
  type SeededPeople,
} from './demo-data.ts'

export interface InstanceAddresses {
  managedUrl: string
  localUrl: string
}

const dayMs = 86_400_000

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
      id,
      displayName: workspace.name,
      description: workspace.description,
      ...instanceOf(workspace.instance, addresses),
      isApprovalsEnabled: workspace.isApprovalsEnabled,
      creatorUserId: ownerId,
      token: randomBytes(32).toString('base64url'),
      createdAt: workspace.created,
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
  const { id, owner, members = [], created, isFavourite, isHidden, lastOpened } = workspace
  return [
    { person: owner, role: 'OWNER' as const, joined: created, isFavourite, isHidden, lastOpened },
    ...members.map((member) => ({ ...member, isHidden: undefined })),
  ].map((member) => ({
    workspaceId: id,
    userId: people[member.person].id,
    role: member.role,
    joinedAt: member.joined,
    isFavourite: member.isFavourite,
    isHidden: member.isHidden,
    lastOpenedAt: member.lastOpened,
  }))
}

const invitationRows = ({ id, invitations = [] }: DemoWorkspace, people: SeededPeople) =>
  invitations.map(({ email, role, by, sent }) => ({
    id: demoId(sent, 'invitation', id, email),
    workspaceId: id,
    email,
    emailKey: email,
    role,
    invitedByUserId: people[by].id,
    createdAt: sent,
    sentAt: sent,
    expiresAt: new Date(sent.getTime() + invitationLifetimeDays * dayMs),
  }))

const serviceAccountIdOf = ({ id }: DemoWorkspace, { name, created }: DemoServiceAccount) =>
  demoId(created, 'service account', id, name)

/** Inserts a service account with its trust rule and the attempts under the rule. */
async function insertServiceAccount(
  tx: Orm,
  workspace: DemoWorkspace,
  account: DemoServiceAccount,
  people: SeededPeople,
): Promise<void> {
  const { name, description, created, rule } = account
  const createdByUserId = people[account.by].id
  const of = { serviceAccountId: serviceAccountIdOf(workspace, account), workspaceId: workspace.id }
  await tx.insert(serviceAccounts).values({
    id: of.serviceAccountId,
    workspaceId: workspace.id,
    name,
    nameKey: name.toLowerCase(),
    description,
    createdByUserId,
    createdAt: created,
  })
  const ruleId = demoId(rule.created, 'trust rule', of.serviceAccountId, rule.name)
  await tx.insert(trustRules).values({
    id: ruleId,
    ...of,
    name: rule.name,
    issuer: rule.issuer,
    audience: 'https://api.example.com',
    claims: rule.claims,
    lifetimeMinutes: trustRuleLifetimeDefaultMinutes,
    createdByUserId,
    createdAt: rule.created,
    lastUsedAt: rule.lastUsed,
  })
  const attempts = rule.exchanges.map(({ at, ip, claims, problems = [] }) => ({
    id: demoId(at, 'exchange', ruleId),
    ...of,
    at,
    ipAddress: ip,
    issuer: rule.issuer,
    outcome: problems.length > 0 ? ('mismatch' as const) : ('accepted' as const),
    trustRuleId: ruleId,
    trustRuleName: rule.name,
    problems,
    claims,
  }))
  if (attempts.length > 0) await tx.insert(tokenExchanges).values(attempts)
}

const tokenIdOf = ({ id }: DemoWorkspace, { name, created }: DemoToken) => demoId(created, 'token', id, name)

function tokenRow(workspace: DemoWorkspace, token: DemoToken, people: SeededPeople) {
  const account = workspace.serviceAccounts?.find(({ name }) => name === token.serviceAccount)
  const [lastUsedAt, lastUsedIp] = token.used ?? []
  return {
    id: tokenIdOf(workspace, token),
    kind: 'api' as const,
    userId: people[token.by].id,
    workspaceId: workspace.id,
    serviceAccountId: account && serviceAccountIdOf(workspace, account),
    name: token.name,
    createdAt: token.created,
    expiresAt: token.expires,
    isRotated: token.rotated !== undefined,
    pausedUntil: token.pausedUntil,
    lastUsedAt,
    lastUsedIp,
    revokedAt: token.revoked,
    revokedByUserId: token.revoked && people[workspace.owner].id,
    noticedDays: token.noticedDays,
  }
}

/** The old secret, which keeps the id of the token, and the new one. */
function secretRows(workspace: DemoWorkspace, token: DemoToken) {
  const { rotated, created, expires: expiresAt } = token
  if (!rotated) return []
  const tokenId = tokenIdOf(workspace, token)
  const useOf = ([lastUsedAt, lastUsedIp]: Partial<[Date, string]> = []) => ({ lastUsedAt, lastUsedIp })
  const [old, current] = [tokenId, demoId(rotated.at, 'secret', tokenId)]
  return [
    { id: old, tokenId, createdAt: created, expiresAt, retiresAt: rotated.retires, ...useOf(rotated.used) },
    { id: current, tokenId, createdAt: rotated.at, expiresAt, ...useOf(token.used) },
  ]
}

/** Derives activity from members, invitations and tokens, so that both are consistent. */
function eventsOf(workspace: DemoWorkspace, people: SeededPeople): DemoEvent[] {
  const { owner, name: workspaceName, created, quarantined } = workspace
  const {
    members = [],
    invitations = [],
    serviceAccounts: accounts = [],
    tokens = [],
    events = [],
  } = workspace
  return [
    { act: 'workspace.created', by: owner, at: created, subject: workspaceName },
    ...members.flatMap(({ person, invitedBy = owner, invited, joined }): DemoEvent[] => {
      const subject = people[person].email
      return [
        { act: 'member.invited', by: invitedBy, at: invited, subject },
        { act: 'member.joined', by: person, at: joined, subject },
      ]
    }),
    ...invitations.map(
      ({ email, by, sent }): DemoEvent => ({ act: 'member.invited', by, at: sent, subject: email }),
    ),
    ...accounts.flatMap(({ name, by, created: at, rule }): DemoEvent[] => [
      { act: 'service-account.created', by, at, subject: name },
      { act: 'trust-rule.created', by, at: rule.created, subject: `${name}: ${rule.name}` },
    ]),
    ...tokens.flatMap(({ name, serviceAccount, by, created: at, revoked, rotated }): DemoEvent[] => [
      { act: 'token.created', by, at, subject: serviceAccount ? `${name} (${serviceAccount})` : name },
      ...(rotated ? [{ act: 'token.rotated' as const, by, at: rotated.at, subject: name }] : []),
      ...(revoked ? [{ act: 'token.revoked' as const, by: owner, at: revoked, subject: name }] : []),
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
    ipAddress: by && people[by].ip,
    ...event,
  }))
