import { randomBytes } from 'node:crypto'
import { invitationLifetimeDays } from '@portal/contract/limits'
import { and, eq, isNull } from 'drizzle-orm'
import type { Orm } from '../../apps/api/src/db/database.ts'
import { users } from '../../apps/api/src/features/account/user-table.ts'
import { workspaceActivity } from '../../apps/api/src/features/activity/activity-table.ts'
import { workspaceInvitations } from '../../apps/api/src/features/invitations/invitation-table.ts'
import { workspaceMembers } from '../../apps/api/src/features/members/member-table.ts'
import { authTokenSecrets, authTokens } from '../../apps/api/src/features/tokens/token-table.ts'
import { workspaces } from '../../apps/api/src/features/workspaces/workspace-table.ts'
import { demoId } from './demo-id.ts'
import type { SeededPeople } from './demo-people.ts'
import type { DemoEvent, DemoToken, DemoWorkspace } from './demo-workspace.ts'
import { insertServiceAccounts, serviceAccountIdOf } from './insert-demo-service-accounts.ts'

const dayMs = 86_400_000

/**
 * Inserts a workspace with its content.
 * @returns false if the workspace already exists, which leaves it unchanged
 */
export async function insertDemoWorkspace(
  tx: Orm,
  workspace: DemoWorkspace,
  people: SeededPeople,
): Promise<boolean> {
  const ownerId = people[workspace.owner].id
  const { quarantine } = workspace
  const inserted = await tx
    .insert(workspaces)
    .values({
      id: workspace.id,
      displayName: workspace.displayName,
      description: workspace.description,
      instanceUrl: workspace.instanceUrl,
      instanceEnvType: workspace.instanceEnvType,
      isApprovalsEnabled: workspace.isApprovalsEnabled,
      creatorUserId: ownerId,
      token: randomBytes(32).toString('base64url'),
      createdAt: workspace.createdAt,
      ...(quarantine && {
        quarantinedAt: quarantine.at,
        quarantineReason: quarantine.reason,
        quarantinedByUserId: people.staff.id,
      }),
    })
    .onConflictDoNothing()
    .returning({ id: workspaces.id })
  if (inserted.length === 0) return false
  await tx.insert(workspaceMembers).values(memberRows(workspace, people))
  await insertInvitations(tx, workspace, people)
  await insertServiceAccounts(tx, workspace, people)
  await insertTokens(tx, workspace, people)
  await tx.insert(workspaceActivity).values(activityRows(workspace, people))
  if (workspace.isDefault)
    await tx
      .update(users)
      .set({ defaultWorkspaceId: workspace.id })
      .where(and(eq(users.id, ownerId), isNull(users.defaultWorkspaceId)))
  return true
}

function memberRows(workspace: DemoWorkspace, people: SeededPeople) {
  const { id, owner, members = [], createdAt, isFavourite, isHidden, lastOpenedAt } = workspace
  const ofOwner = { joinedAt: createdAt, isFavourite, isHidden, lastOpenedAt }
  return [
    { workspaceId: id, userId: people[owner].id, role: 'OWNER' as const, ...ofOwner },
    ...members.map(({ person, role, joinedAt, isFavourite: isOwnFavourite, lastOpenedAt: openedAt }) => ({
      workspaceId: id,
      userId: people[person].id,
      role,
      joinedAt,
      isFavourite: isOwnFavourite,
      lastOpenedAt: openedAt,
    })),
  ]
}

async function insertInvitations(tx: Orm, workspace: DemoWorkspace, people: SeededPeople): Promise<void> {
  const rows = (workspace.invitations ?? []).map(({ email, role, invitedBy, sentAt }) => ({
    id: demoId(sentAt, 'invitation', workspace.id, email),
    workspaceId: workspace.id,
    email,
    emailKey: email,
    role,
    invitedByUserId: people[invitedBy].id,
    createdAt: sentAt,
    sentAt,
    expiresAt: new Date(sentAt.getTime() + invitationLifetimeDays * dayMs),
  }))
  if (rows.length > 0) await tx.insert(workspaceInvitations).values(rows)
}

const tokenIdOf = ({ id }: DemoWorkspace, { name, createdAt }: DemoToken) =>
  demoId(createdAt, 'token', id, name)

async function insertTokens(tx: Orm, workspace: DemoWorkspace, people: SeededPeople): Promise<void> {
  const tokens = workspace.tokens ?? []
  const rows = tokens.map((token) => {
    const owner = workspace.serviceAccounts?.find(({ name }) => name === token.serviceAccount)
    return {
      id: tokenIdOf(workspace, token),
      kind: 'api' as const,
      userId: people[token.by].id,
      workspaceId: workspace.id,
      serviceAccountId: owner && serviceAccountIdOf(workspace, owner),
      name: token.name,
      createdAt: token.createdAt,
      expiresAt: token.expiresAt,
      isRotated: token.rotated !== undefined,
      pausedUntil: token.pausedUntil,
      lastUsedAt: token.lastUsed?.at,
      lastUsedIp: token.lastUsed?.ipAddress,
      revokedAt: token.revoked?.at,
      revokedByUserId: token.revoked && people[token.revoked.by].id,
      noticedDays: token.noticedDays,
    }
  })
  if (rows.length > 0) await tx.insert(authTokens).values(rows)
  const secrets = tokens.flatMap((token) => secretRows(workspace, token))
  if (secrets.length > 0) await tx.insert(authTokenSecrets).values(secrets)
}

/** The old secret, which keeps the id of the token, and the new one. */
function secretRows(workspace: DemoWorkspace, token: DemoToken) {
  const { rotated, createdAt, expiresAt, lastUsed } = token
  if (!rotated) return []
  const tokenId = tokenIdOf(workspace, token)
  const useOf = (use: DemoToken['lastUsed']) => ({ lastUsedAt: use?.at, lastUsedIp: use?.ipAddress })
  return [
    { id: tokenId, tokenId, createdAt, expiresAt, retiresAt: rotated.retiresAt, ...useOf(rotated.lastUsed) },
    {
      id: demoId(rotated.at, 'secret', tokenId),
      tokenId,
      createdAt: rotated.at,
      expiresAt,
      ...useOf(lastUsed),
    },
  ]
}

/** Derives activity from members, invitations and tokens, so that both are consistent. */
function eventsOf(workspace: DemoWorkspace, people: SeededPeople): DemoEvent[] {
  const { owner, displayName, createdAt, quarantine } = workspace
  const { members = [], invitations = [], tokens = [], events = [] } = workspace
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
      ({ email, invitedBy, sentAt }): DemoEvent => ({
        act: 'member.invited',
        by: invitedBy,
        at: sentAt,
        subject: email,
      }),
    ),
    ...(workspace.serviceAccounts ?? []).flatMap(({ name, by, createdAt: at, trustRules }): DemoEvent[] => [
      { act: 'service-account.created', by, at, subject: name },
      ...(trustRules ?? []).map(
        (rule): DemoEvent => ({
          act: 'trust-rule.created',
          by: rule.by,
          at: rule.createdAt,
          subject: `${name}: ${rule.name}`,
        }),
      ),
    ]),
    ...tokens.flatMap(({ name, serviceAccount, by, createdAt: at, revoked, rotated }): DemoEvent[] => [
      { act: 'token.created', by, at, subject: serviceAccount ? `${name} (${serviceAccount})` : name },
      ...(rotated ? [{ act: 'token.rotated' as const, by, at: rotated.at, subject: name }] : []),
      ...(revoked ? [{ act: 'token.revoked' as const, by: revoked.by, at: revoked.at, subject: name }] : []),
    ]),
    ...(quarantine
      ? [{ act: 'workspace.quarantined' as const, by: null, at: quarantine.at, subject: 'by staff' }]
      : []),
    ...events,
  ]
}

function activityRows(workspace: DemoWorkspace, people: SeededPeople) {
  return eventsOf(workspace, people).map(({ act, by, at, subject }) => ({
    id: demoId(at, 'activity', workspace.id, act, subject),
    workspaceId: workspace.id,
    actorUserId: by && people[by].id,
    act,
    subject,
    ipAddress: by && people[by].ipAddress,
    at,
  }))
}
