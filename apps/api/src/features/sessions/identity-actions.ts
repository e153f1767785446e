/** Approves and removes the identities that sign in to an account. */
import type { Caller } from '../../guard/caller.ts'
import { notFound, Refusal } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import { identityLinkedMail, identityRemovedMail } from './identity-mails.ts'
import * as store from './identity-store.ts'
import { endSessionsOfIdentity, requireOpenCredential } from './session-actions.ts'

/** Links an identity that waits for the user's approval. */
export async function approveIdentity(services: Services, caller: Caller, subject: string): Promise<void> {
  const { config, database, jobs } = services
  const userId = caller.person.id
  await database.transaction(async (tx) => {
    const { email, identities } = await store.lockIdentities(tx, userId)
    await requireOpenCredential(tx, caller)
    const identity = identities.find((candidate) => candidate.subject === subject)
    if (identity?.status !== 'waiting') throw notFound('way to sign in')
    await store.linkIdentity(tx, subject)
    await jobs.sendMail(tx, userId, identityLinkedMail({ to: email, subject }, config))
  })
}

/**
 * Removes an identity and ends its sessions. Its row stays as removed, so that the identity does not join the account
 * again by its address.
 * @throws Conflict if the user could no longer sign in.
 */
export async function removeIdentity(services: Services, caller: Caller, subject: string): Promise<void> {
  const { config, database, jobs, now } = services
  const at = now()
  const userId = caller.person.id
  await database.transaction(async (tx) => {
    const { email, emailVerified, identities } = await store.lockIdentities(tx, userId)
    await requireOpenCredential(tx, caller)
    const identity = identities.find((candidate) => candidate.subject === subject)
    if (!identity) throw notFound('way to sign in')
    const remaining = identities.find(
      (candidate) => candidate.status === 'linked' && candidate.subject !== subject,
    )
    if (!remaining)
      throw new Refusal('Conflict', 'This is your only way to sign in. Add another one before you remove it.')
    await store.markIdentityRemoved(tx, { userId, subject, remaining: remaining.subject }, at)
    await endSessionsOfIdentity(tx, { userId, subject }, at)
    if (identity.status === 'linked' && emailVerified)
      await jobs.sendMail(tx, userId, identityRemovedMail({ to: email, subject }, config))
  })
}
