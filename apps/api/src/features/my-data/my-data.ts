import { lookUpShownAfterDays } from '@portal/contract/limits'
import type { Orm } from '../../db/database.ts'
import { type Page, readPages } from '../../http/read-pages.ts'
import { StreamedJson } from '../../http/row-stream.ts'
import { listRecordsAbout } from '../staff/records/staff-record-store.ts'
import * as store from './my-data-store.ts'

const dayMs = 86_400_000

/**
 * Streams everything stored about a user. Invitations to their address are included only if the address is verified.
 * Returns undefined if the account does not exist.
 */
export async function collectMyData(db: Orm, userId: string, now: Date): Promise<StreamedJson | undefined> {
  const account = await store.readAccount(db, userId)
  if (!account) return undefined
  // Users never learn which staff member paused their account.
  const { emailKey, quarantinedByUserId: _, suspendedByUserId: __, ...rest } = account
  const lookUpsBefore = new Date(now.getTime() - lookUpShownAfterDays * dayMs)
  const byId = <Row extends { id: string }>(read: (page: Page) => PromiseLike<Row[]>) =>
    readPages(read, ({ id }) => id)
  return new StreamedJson({
    collectedAt: now,
    account: rest,
    identities: await store.readIdentities(db, userId),
    sessions: byId((page) => store.readSessions(db, userId, page)),
    devices: await store.readDevices(db, userId),
    agreements: await store.readAgreements(db, userId),
    memberships: readPages(
      (page) => store.readMemberships(db, userId, page),
      ({ workspaceId }) => workspaceId,
    ),
    ownedWorkspaces: byId((page) => store.readOwnedWorkspaces(db, userId, page)),
    tokens: byId((page) => store.readTokens(db, userId, page)),
    trustRules: byId((page) => store.readTrustRules(db, userId, page)),
    tokenRotations: byId((page) => store.readTokenRotations(db, userId, page)),
    refusedTokenUses: byId((page) => store.readRefusedTokenUses(db, userId, page)),
    serviceAccounts: byId((page) => store.readServiceAccounts(db, userId, page)),
    ownershipOffers: readPages(
      (page) => store.readOwnershipOffers(db, userId, page),
      ({ workspaceId }) => workspaceId,
    ),
    invitationsToMe: account.emailVerified ? byId((page) => store.readInvitationsTo(db, emailKey, page)) : [],
    invitationsByMe: byId((page) => store.readInvitationsBy(db, userId, page)),
    activity: byId((page) => store.readActivityBy(db, userId, page)),
    staffRecords: byId((page) => listRecordsAbout(db, userId, lookUpsBefore, page)),
    billing: await store.readBilling(db, userId),
  })
}
