/** Finds the addresses of an account that is erased, and erases what others stored about them. */
import { emailKeysOf } from '@portal/contract/account/email-keys'
import { and, eq, inArray, isNotNull, isNull, ne, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Orm } from '../../db/database.ts'
import { signOffEntries } from '../access-review/access-review-table.ts'
import { users } from '../account/user-table.ts'
import { workspaceActivity } from '../activity/activity-table.ts'
import { invitationCodes, workspaceInvitations } from '../invitations/invitation-table.ts'
import { identities } from '../sessions/identity-table.ts'
import { staffRecords } from '../staff/records/staff-record-table.ts'

/** The activities of a user whose subject is the address that the user had at that time. */
const ownAddressActs = ['member.joined', 'member.declined', 'member.left']

/** Whether an activity is one from which `findAddresses` learns an earlier address. */
export const namesOwnAddress = (userId: string) =>
  and(eq(workspaceActivity.actorUserId, userId), inArray(workspaceActivity.act, ownAddressActs))

/** Selects another account that has the address and isn't deleted. */
function accountWith(db: Orm, userId: string, emailKey: SQL) {
  const another = alias(users, 'another')
  return db
    .select({ one: sql`1` })
    .from(another)
    .where(and(eq(another.emailKey, emailKey), ne(another.id, userId), isNull(another.deletedAt)))
}

export interface Addresses {
  /** The addresses as they were written, and in lower case. */
  spellings: string[]
  emailKeys: string[]
}

/**
 * Returns the address of the account, the verified ones of its identities and the earlier ones in its activities. Leaves out
 * those that another account has by now. See docs/product/account.md#deleting-the-account.
 */
export async function findAddresses(db: Orm, userId: string, current: string): Promise<Addresses> {
  const ofIdentities = await db
    .select({ email: identities.email })
    .from(identities)
    .where(and(eq(identities.userId, userId), identities.isEmailVerified))
  const inActivities = await db
    .selectDistinct({ email: sql<string>`${workspaceActivity.subject}` })
    .from(workspaceActivity)
    .where(and(namesOwnAddress(userId), isNotNull(workspaceActivity.subject)))
  const others = [...ofIdentities, ...inActivities]
    .map(({ email }) => email)
    .filter((email) => email.includes('@'))
  const taken = await db
    .select({ emailKey: users.emailKey })
    .from(users)
    .where(
      and(
        inArray(users.emailKey, others.flatMap(emailKeysOf)),
        ne(users.id, userId),
        isNull(users.deletedAt),
      ),
    )
  const isTaken = (email: string) => taken.some(({ emailKey }) => emailKeysOf(email).includes(emailKey))
  const all = [current, ...others.filter((email) => !isTaken(email))]
  const emailKeys = [...new Set(all.flatMap(emailKeysOf))]
  return { spellings: [...new Set([...all, ...emailKeys])], emailKeys }
}

/** Matches an address alone or as one word of a text, such as `ada@example.com: EDITOR → APPROVER`. */
export function wholeAddress(spellings: readonly string[]): string {
  const literal = spellings.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return `(^|[[:space:]])(?:${literal.join('|')})(?=$|[[:space:]:])`
}

/** The look-ups whose record contains what staff typed. An address can also be typed in place of an id. */
const typedLookUps = [
  'looked-up.search',
  'looked-up.people-of-address',
  'looked-up.staff-log',
  'looked-up.person',
  'looked-up.workspace',
  'looked-up.workspace-owner',
]

/** Removes the address from look-ups, including a prefix of it that staff typed. */
export async function eraseSearchedAddress(tx: Orm, emailKey: string): Promise<void> {
  const typed = sql`lower(coalesce(${staffRecords.after} ->> 'text', ${staffRecords.after} ->> 'email', ''))`
  await tx
    .update(staffRecords)
    .set({ after: sql`${staffRecords.after} - 'text' - 'email'` })
    .where(
      and(
        inArray(staffRecords.act, typedLookUps),
        sql`(strpos(${typed}, ${emailKey}) > 0 or (strpos(${typed}, '@') > 1 and strpos(${emailKey}, ${typed}) = 1))`,
      ),
    )
}

/** Deletes invitations to the address, unless another account owns the address by now, and erases it from the evidence of reviews. */
export async function eraseInvitationsTo(tx: Orm, userId: string, emailKey: string): Promise<void> {
  const gone = and(
    eq(workspaceInvitations.emailKey, emailKey),
    notExists(accountWith(tx, userId, sql`${emailKey}`)),
  )
  const ids = tx.select({ id: workspaceInvitations.id }).from(workspaceInvitations).where(gone)
  await tx.update(signOffEntries).set({ email: null }).where(inArray(signOffEntries.invitationId, ids))
  await tx.delete(invitationCodes).where(inArray(invitationCodes.invitationId, ids))
  await tx.delete(workspaceInvitations).where(gone)
}
