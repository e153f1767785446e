import { lookUpShownAfterDays } from '@portal/contract/limits'
import type { Orm } from '../../db/database.ts'
import { listRecordsAbout } from '../staff/records/staff-record-store.ts'
import * as store from './my-data-store.ts'

const dayMs = 86_400_000

/**
 * Collects everything stored about a user. Invitations to their address are included only if the address is verified.
 * Returns undefined if the account does not exist.
 */
export async function collectMyData(
  db: Orm,
  userId: string,
  now: Date,
): Promise<Record<string, unknown> | undefined> {
  const account = await store.readAccount(db, userId)
  if (!account) return undefined
  // Users never learn which staff member paused their account.
  const { emailKey, quarantinedByUserId: _, suspendedByUserId: __, ...rest } = account
  const lookUpsBefore = new Date(now.getTime() - lookUpShownAfterDays * dayMs)
  return {
    collectedAt: now,
    account: rest,
    identities: await store.readIdentities(db, userId),
    sessions: await store.readSessions(db, userId),
    devices: await store.readDevices(db, userId),
    agreements: await store.readAgreements(db, userId),
    memberships: await store.readMemberships(db, userId),
    ownedWorkspaces: await store.readOwnedWorkspaces(db, userId),
    tokens: await store.readTokens(db, userId),
    invitationsToMe: account.emailVerified ? await store.readInvitationsTo(db, emailKey) : [],
    invitationsByMe: await store.readInvitationsBy(db, userId),
    activity: await store.readActivityBy(db, userId),
    staffRecords: await listRecordsAbout(db, userId, lookUpsBefore),
    billing: await store.readBilling(db, userId),
  }
}
