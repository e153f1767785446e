import { randomBytes } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Orm } from '../../apps/api/src/db/database.ts'
import { tosAgreements } from '../../apps/api/src/db/schema/legal.ts'
import { identities, users } from '../../apps/api/src/db/schema/users.ts'
import { workspaceMembers, workspaces } from '../../apps/api/src/db/schema/workspaces.ts'

/** The identifiers are those under which the local run's identity provider knows the same people. */
const people = [
  {
    id: '01J0000000000000000000000A',
    email: 'staff@systeminit.com',
    firstName: 'Sasha',
    lastName: 'Stafford',
    nickname: 'sasha',
  },
  {
    id: '01J0000000000000000000000B',
    email: 'owner@example.com',
    firstName: 'Odile',
    lastName: 'Owens',
    nickname: 'odile',
  },
  {
    id: '01J0000000000000000000000C',
    email: 'collaborator@example.com',
    firstName: 'Colin',
    lastName: 'Cole',
    nickname: 'colin',
  },
] as const

const owned = (managedUrl: string, localUrl: string) =>
  [
    {
      id: '01J00000000000000000000PRD',
      displayName: 'Production',
      instanceUrl: managedUrl,
      instanceEnvType: 'SI',
      collaboratorRole: 'EDITOR',
    },
    {
      id: '01J00000000000000000000DEV',
      displayName: 'Local dev',
      instanceUrl: localUrl,
      instanceEnvType: 'LOCAL',
      collaboratorRole: undefined,
    },
    {
      id: '01J00000000000000000000STG',
      displayName: 'Staging',
      instanceUrl: 'https://platform.example.com',
      instanceEnvType: 'PRIVATE',
      collaboratorRole: 'APPROVER',
    },
  ] as const

export interface DemoPlan {
  managedUrl: string
  localUrl: string
  termsVersion: string
  now: Date
}

/** Puts three people in who know each other, and the workspaces they share. Changes nothing that is there already. */
export async function seedDemo(database: Database, plan: DemoPlan): Promise<{ email: string; id: string }[]> {
  return database.transaction(async (tx) => {
    const ids: string[] = []
    for (const person of people) ids.push(await ensurePerson(tx, person, plan))
    const [, ownerId = '', collaboratorId = ''] = ids
    for (const { collaboratorRole, ...workspace } of owned(plan.managedUrl, plan.localUrl)) {
      await tx
        .insert(workspaces)
        .values({
          ...workspace,
          creatorUserId: ownerId,
          token: randomBytes(32).toString('base64url'),
          createdAt: plan.now,
        })
        .onConflictDoNothing()
      await addMember(tx, workspace.id, ownerId, 'OWNER', plan.now)
      if (collaboratorRole) await addMember(tx, workspace.id, collaboratorId, collaboratorRole, plan.now)
    }
    await tx
      .update(users)
      .set({ defaultWorkspaceId: '01J00000000000000000000PRD' })
      .where(and(eq(users.id, ownerId), isNull(users.defaultWorkspaceId)))
    return people.map(({ email }, at) => ({ email, id: ids[at] ?? '' }))
  })
}

/** Whoever has the verified address already is the person, and keeps what they have. */
async function ensurePerson(tx: Orm, person: (typeof people)[number], plan: DemoPlan): Promise<string> {
  const subject = `auth0|${person.id}`
  await tx
    .insert(users)
    .values({
      ...person,
      emailKey: person.email,
      emailVerified: true,
      auth0Id: subject,
      signupAt: plan.now,
    })
    .onConflictDoNothing()
  const [row] = await tx
    .update(users)
    .set({
      agreedTosVersionId: sql`coalesce(${users.agreedTosVersionId}, ${plan.termsVersion})`,
      reviewedProfileAt: sql`coalesce(${users.reviewedProfileAt}, ${plan.now.toISOString()})`,
    })
    .where(and(eq(users.emailKey, person.email), eq(users.emailVerified, true), isNull(users.deletedAt)))
    .returning({ id: users.id })
  if (!row) throw new Error(`${person.email} has been deleted or is no longer verified; nothing was changed.`)
  await tx
    .insert(identities)
    .values({
      subject,
      userId: row.id,
      email: person.email,
      isEmailVerified: true,
      createdAt: plan.now,
      lastSignInAt: plan.now,
    })
    .onConflictDoNothing()
  await tx
    .insert(tosAgreements)
    .values({ userId: row.id, tosVersionId: plan.termsVersion, agreedAt: plan.now })
    .onConflictDoNothing()
  return row.id
}

async function addMember(
  tx: Orm,
  workspaceId: string,
  userId: string,
  role: (typeof workspaceMembers.$inferInsert)['role'],
  joinedAt: Date,
): Promise<void> {
  await tx.insert(workspaceMembers).values({ workspaceId, userId, role, joinedAt }).onConflictDoNothing()
}
