import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Orm } from '../../apps/api/src/db/database.ts'
import { users } from '../../apps/api/src/features/account/user-table.ts'
import { tosAgreements } from '../../apps/api/src/features/legal/legal-table.ts'
import { identities } from '../../apps/api/src/features/sessions/identity-table.ts'
import { DemoClock } from './demo-clock.ts'
import {
  type DemoPerson,
  type DemoPersonName,
  demoPeople,
  type SeededPeople,
  subjectOf,
} from './demo-people.ts'
import { insertStaffRecords } from './demo-staff.ts'
import { demoWorkspaceId } from './demo-workspace.ts'
import { demoWorkspaces, type InstanceAddresses } from './demo-workspaces.ts'
import { insertDemoWorkspace } from './insert-demo-workspace.ts'
import { SeedProblem } from './seed-problem.ts'

export interface DemoPlan extends InstanceAddresses {
  termsVersion: string
  now: Date
}

/**
 * Inserts the demo users and their activity of the last weeks in one transaction. Existing rows stay unchanged,
 * including the members, tokens and activity of an existing workspace.
 */
export async function seedDemo(database: Database, plan: DemoPlan): Promise<SeededPeople> {
  const clock = new DemoClock(plan.now)
  return database.transaction(async (tx) => {
    const people = await ensurePeople(tx, demoPeople(clock), plan)
    const workspaces = demoWorkspaces(clock, plan)
    const created = new Set<string>()
    for (const workspace of workspaces) {
      if (await insertDemoWorkspace(tx, workspace, people)) created.add(workspace.id)
    }
    // The records belong to the quarantine and are inserted once, together with it.
    if (created.has(demoWorkspaceId('RXG'))) await insertStaffRecords(tx, people, workspaces, clock)
    return people
  })
}

async function ensurePeople(
  tx: Orm,
  people: Readonly<Record<DemoPersonName, DemoPerson>>,
  plan: DemoPlan,
): Promise<SeededPeople> {
  const staffId = await ensurePerson(tx, people.staff, plan)
  const known: [string, DemoPerson][] = [['staff', { ...people.staff, id: staffId }]]
  for (const [name, person] of Object.entries(people)) {
    if (name === 'staff') continue
    known.push([name, { ...person, id: await ensurePerson(tx, person, plan, staffId) }])
  }
  return Object.fromEntries(known) as SeededPeople
}

function pauseColumns({ pause }: DemoPerson, staffId?: string) {
  if (!pause) return {}
  const { kind, at, reason } = pause
  return kind === 'quarantine'
    ? { quarantinedAt: at, quarantineReason: reason, quarantinedByUserId: staffId }
    : { suspendedAt: at, suspensionReason: reason, suspendedByUserId: staffId }
}

/** An existing user with the verified address takes the place of the demo user and stays unchanged. */
async function ensurePerson(tx: Orm, person: DemoPerson, plan: DemoPlan, staffId?: string): Promise<string> {
  const subject = subjectOf(person)
  const { id, email, firstName, lastName, nickname, githubUsername, discordUsername, signupAt } = person
  await tx
    .insert(users)
    .values({
      id,
      email,
      firstName,
      lastName,
      nickname,
      githubUsername,
      discordUsername,
      signupAt,
      emailKey: email,
      emailVerified: true,
      auth0Id: subject,
      ...pauseColumns(person, staffId),
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
  if (!row) {
    throw new SeedProblem(`${email} has been deleted or is no longer verified, so nothing was changed.`)
  }
  await tx
    .insert(identities)
    .values({
      subject,
      userId: row.id,
      email,
      isEmailVerified: true,
      createdAt: signupAt,
      lastSignInAt: person.lastSignInAt,
    })
    .onConflictDoNothing()
  await tx
    .insert(tosAgreements)
    .values({
      userId: row.id,
      tosVersionId: plan.termsVersion,
      agreedAt: signupAt,
      ipAddress: person.ipAddress,
    })
    .onConflictDoNothing()
  return row.id
}
