import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Orm } from '../../apps/api/src/db/database.ts'
import { users } from '../../apps/api/src/features/account/user-table.ts'
import { tosAgreements } from '../../apps/api/src/features/legal/legal-table.ts'
import { identities } from '../../apps/api/src/features/sessions/identity-table.ts'
import { staffRecords } from '../../apps/api/src/features/staff/records/staff-record-table.ts'
import {
  type DemoData,
  type DemoPerson,
  type DemoPersonName,
  type DemoStaffRecord,
  demoId,
  demoWorkspaceId,
  readDemo,
  type SeededPeople,
  SeedProblem,
} from './demo-data.ts'
import { type InstanceAddresses, insertDemoWorkspace } from './demo-workspace.ts'

export interface DemoPlan extends InstanceAddresses {
  termsVersion: string
  now: Date
}

/**
 * Inserts the demo users and their activity of the last weeks in one transaction. Existing rows stay unchanged,
 * including the members, tokens and activity of an existing workspace.
 */
export async function seedDemo(database: Database, plan: DemoPlan): Promise<SeededPeople> {
  const data = readDemo(plan.now)
  return database.transaction(async (tx) => {
    const { people } = data
    people.staff.id = await ensurePerson(tx, people.staff, plan)
    for (const person of Object.values(people))
      if (person !== people.staff) person.id = await ensurePerson(tx, person, plan, people.staff.id)
    const created = new Set<string>()
    for (const workspace of data.workspaces)
      if (await insertDemoWorkspace(tx, workspace, people, plan)) created.add(workspace.id)
    // The records belong to the quarantine and are inserted once, together with it.
    if (created.has(demoWorkspaceId('RXG'))) await insertStaffRecords(tx, data)
    return people
  })
}

/** An existing user with the verified address takes the place of the demo user and stays unchanged. */
async function ensurePerson(tx: Orm, person: DemoPerson, plan: DemoPlan, staffId?: string): Promise<string> {
  const { email, provider = 'auth0', signupAt, lastSignInAt, ipAddress, quarantined, suspended } = person
  const subject = `${provider}|${person.id}`
  await tx
    .insert(users)
    .values({
      ...person,
      emailKey: email,
      emailVerified: true,
      auth0Id: subject,
      nickname: person.firstName.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
      quarantinedAt: quarantined?.at,
      quarantineReason: quarantined?.reason,
      quarantinedByUserId: quarantined && staffId,
      suspendedAt: suspended?.at,
      suspensionReason: suspended?.reason,
      suspendedByUserId: suspended && staffId,
    })
    .onConflictDoNothing()
  const [row] = await tx
    .update(users)
    .set({
      agreedTosVersionId: sql`coalesce(${users.agreedTosVersionId}, ${plan.termsVersion})`,
      reviewedProfileAt: sql`coalesce(${users.reviewedProfileAt}, ${signupAt.toISOString()})`,
    })
    .where(and(eq(users.emailKey, email), eq(users.emailVerified, true), isNull(users.deletedAt)))
    .returning({ id: users.id })
  if (!row)
    throw new SeedProblem(`${email} has been deleted or is no longer verified, so nothing was changed.`)
  const userId = row.id
  await tx
    .insert(identities)
    .values({ subject, userId, email, isEmailVerified: true, createdAt: signupAt, lastSignInAt })
    .onConflictDoNothing()
  await tx
    .insert(tosAgreements)
    .values({ userId, tosVersionId: plan.termsVersion, agreedAt: signupAt, ipAddress })
    .onConflictDoNothing()
  return userId
}

/** The records of staff about a pause. */
function pauseRecord(
  act: DemoStaffRecord['act'],
  since: string,
  { at, reason }: { at: Date; reason: string },
  about: Pick<DemoStaffRecord, 'about' | 'workspaceId'>,
): DemoStaffRecord {
  const [before, after] = [
    { [since]: null, until: null, reason: null },
    { [since]: at, until: null, reason },
  ]
  return { act, at, reason, before, after, ...about }
}

/** Inserts the visits and actions of the demo staff, including those about the quarantines and suspensions. */
async function insertStaffRecords(tx: Orm, data: DemoData): Promise<void> {
  const { people, workspaces } = data
  const ofPeople = Object.entries(people).flatMap(([name, { quarantined, suspended }]) => {
    const about = { about: name as DemoPersonName }
    return [
      ...(quarantined ? [pauseRecord('person.quarantined', 'quarantinedAt', quarantined, about)] : []),
      ...(suspended ? [pauseRecord('person.suspended', 'suspendedAt', suspended, about)] : []),
    ]
  })
  const ofWorkspaces = workspaces.flatMap(({ id, owner, quarantined }): DemoStaffRecord[] => {
    if (!quarantined) return []
    const about = { about: owner, workspaceId: id }
    return [
      { act: 'looked-up.workspace', at: new Date(quarantined.at.getTime() - 4 * 60_000), ...about },
      pauseRecord('workspace.quarantined', 'quarantinedAt', quarantined, about),
    ]
  })
  const rows = [...data.staffRecords, ...ofPeople, ...ofWorkspaces].map(
    ({ about, workspaceId, ...record }) => ({
      id: demoId(record.at, 'staff', record.act, about, workspaceId),
      staffUserId: people.staff.id,
      aboutUserId: about && people[about].id,
      aboutWorkspaceId: workspaceId,
      ipAddress: people.staff.ipAddress,
      ...record,
    }),
  )
  await tx.insert(staffRecords).values(rows)
}
