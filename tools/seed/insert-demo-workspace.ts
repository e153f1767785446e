import { randomBytes } from 'node:crypto'
import { invitationLifetimeDays } from '@portal/contract/limits'
import { and, eq, isNull } from 'drizzle-orm'
import type { Orm } from '../../apps/api/src/db/database.ts'
import { workspaceInvitations } from '../../apps/api/src/db/schema/invitations.ts'
import { workspaceActivity } from '../../apps/api/src/db/schema/records.ts'
import { authTokens } from '../../apps/api/src/db/schema/tokens.ts'
import { users } from '../../apps/api/src/db/schema/users.ts'
import { workspaceMembers, workspaces } from '../../apps/api/src/db/schema/workspaces.ts'
import { demoId } from './demo-id.ts'
import type { DemoPerson, DemoPersonName } from './demo-people.ts'
import type { DemoEvent, DemoWorkspace } from './demo-workspace.ts'

const dayMs = 86_400_000

/** The demo users with their ids in this database. */
export type SeededPeople = Readonly<Record<DemoPersonName, DemoPerson>>

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

async function insertTokens(tx: Orm, workspace: DemoWorkspace, people: SeededPeople): Promise<void> {
  const rows = (workspace.tokens ?? []).map(({ by, lastUsed, revoked, createdAt, ...token }) => ({
    ...token,
    id: demoId(createdAt, 'token', workspace.id, token.name),
    kind: 'api' as const,
    userId: people[by].id,
    workspaceId: workspace.id,
    createdAt,
    lastUsedAt: lastUsed?.at,
    lastUsedIp: lastUsed?.ipAddress,
    revokedAt: revoked?.at,
    revokedByUserId: revoked && people[revoked.by].id,
  }))
  if (rows.length > 0) await tx.insert(authTokens).values(rows)
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
    ...tokens.flatMap(({ name, by, createdAt: at, revoked }): DemoEvent[] => [
      { act: 'token.created', by, at, subject: name },
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
