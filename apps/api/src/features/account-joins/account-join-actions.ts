/** Joins a second identity to an account after its owner has answered. See docs/product/account.md#is-it-yours. */
import { minuteMs } from '@portal/contract/durations'
import { accountJoinLifetimeMs } from '@portal/contract/limits'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import { ulid } from 'ulid'
import { hashOf, newSecret } from '../../crypto/secrets.ts'
import type { Orm } from '../../db/database.ts'
import type { IdentityProfile } from '../../gateways/identity/identity.ts'
import type { Services } from '../../services.ts'
import * as accounts from '../account/account-store.ts'
import { mailLinkedIdentity } from '../sessions/identity-notice-actions.ts'
import * as store from './account-join-store.ts'

/** The clocks of the provider and of this server may differ, and `auth_time` has no milliseconds. */
const clockLeewayMs = minuteMs

/** Stores an identity whose user must say whether the account is theirs. Returns the secret of the browser's cookie. */
export async function askAboutAccount(
  { database, now }: Pick<Services, 'database' | 'now'>,
  userId: string,
  { subject, email }: IdentityProfile,
): Promise<string> {
  const secret = newSecret()
  const expiresAt = new Date(now().getTime() + accountJoinLifetimeMs)
  await store.insertPendingJoin(database.orm, {
    secretHash: hashOf(secret),
    userId,
    subject,
    email,
    expiresAt,
  })
  return secret
}

/** Finds the open question of a browser, with the account that it is about. */
export async function findQuestion({ database, now }: Services, secret: string | undefined) {
  const pending = secret && (await store.findPendingJoin(database.orm, hashOf(secret), now()))
  const account = pending && (await store.findJoinableAccount(database.orm, pending.userId))
  return pending && account ? { pending, account } : undefined
}

/** Saves the identity as a way to sign in to the account. */
export async function linkJoined(
  tx: Orm,
  { subject, email, userId }: { subject: string; email: string; userId: string },
  at: Date,
): Promise<void> {
  const known = await accounts.findIdentity(tx, subject)
  const save = known ? accounts.updateIdentity : accounts.insertIdentity
  await save(tx, { subject, email, userId, isEmailVerified: true, status: 'linked' }, at)
}

export interface JoiningSignIn {
  secret: string
  /** The account that the browser has signed in to. */
  userId: string
  authenticatedAt: Date
  ipAddress: string
}

/**
 * Joins the identity of the browser's question to the account that the user has signed in to, if they said that it is theirs and
 * entered their credentials after that. The question is over in any case, and after a join also those in other browsers.
 */
export async function finishJoin(
  services: Pick<Services, 'config' | 'jobs' | 'now'>,
  tx: Orm,
  { secret, userId, authenticatedAt, ipAddress }: JoiningSignIn,
): Promise<void> {
  const at = services.now()
  const pending = await store.takePendingJoin(tx, hashOf(secret), at)
  if (!pending?.confirmedAt || pending.userId !== userId) return
  if (authenticatedAt.getTime() < pending.confirmedAt.getTime() - clockLeewayMs) return
  const account = await store.findJoinableAccount(tx, userId)
  if (!account || normalizeEmail(account.email) !== normalizeEmail(pending.email)) return
  const { subject, email } = pending
  await linkJoined(tx, { subject, email, userId }, at)
  await accounts.updatePerson(tx, userId, { isConfirmedByLinkOnly: false })
  await store.removePendingJoinsOf(tx, userId)
  await store.insertAccountJoin(tx, { id: ulid(at.getTime()), userId, subject, answer: 'yes', at, ipAddress })
  await mailLinkedIdentity(services, tx, account, subject)
}
