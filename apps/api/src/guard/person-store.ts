/** Finds the user behind a credential. See docs/product/account.md#user. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Orm } from '../db/database.ts'
import { users } from '../features/account/user-table.ts'

/** The columns of a `Person`, for any query that joins one. */
export const personColumns = {
  id: users.id,
  email: users.email,
  emailVerified: users.emailVerified,
  isAddressProven: users.isAddressProven,
  auth0Id: users.auth0Id,
  firstName: users.firstName,
  lastName: users.lastName,
  nickname: users.nickname,
  pictureUrl: users.pictureUrl,
  discordUsername: users.discordUsername,
  githubUsername: users.githubUsername,
  agreedTosVersionId: users.agreedTosVersionId,
  reviewedProfileAt: users.reviewedProfileAt,
  defaultWorkspaceId: users.defaultWorkspaceId,
  quarantinedAt: users.quarantinedAt,
  suspendedAt: users.suspendedAt,
  quarantineReason: users.quarantineReason,
  suspensionReason: users.suspensionReason,
  signupAt: users.signupAt,
} as const

export async function findPerson(db: Orm, userId: string) {
  const [row] = await db
    .select(personColumns)
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  return row
}
