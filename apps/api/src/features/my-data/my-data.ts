import { lookUpShownAfterDays } from '@portal/contract/limits'
import type { Orm } from '../../db/database.ts'
import { type Page, readPages } from '../../http/lists/read-pages.ts'
import { StreamedJson } from '../../http/lists/row-stream.ts'
import { listRecordsAbout } from '../staff/records/staff-record-store.ts'
import * as store from './my-data-store.ts'

const dayMs = 86_400_000

/**
 * Streams everything stored about a user. With an unverified address, it leaves out invitations to the address and the
 * workspaces that staff created for it. Returns undefined if the account does not exist.
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
    accountJoins: await store.readAccountJoins(db, userId),
    sessions: byId((page) => store.readSessions(db, userId, page)),
    devices: await store.readDevices(db, userId),
    agreements: await store.readAgreements(db, userId),
    memberships: account.emailVerified
      ? readPages(
          (page) => store.readMemberships(db, userId, page),
          ({ workspaceId }) => workspaceId,
        )
      : [],
    ownedWorkspaces: account.emailVerified ? byId((page) => store.readOwnedWorkspaces(db, userId, page)) : [],
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
    staffRecords: byId(async (page) => {
      const records = await listRecordsAbout(db, userId, lookUpsBefore, page)
      return account.emailVerified ? records : records.map(withoutWorkspace)
    }),
    billing: await store.readBilling(db, userId),
  })
}

/** The record of an action on a workspace without the workspace's name and URL. */
const withoutWorkspace = (record: Awaited<ReturnType<typeof listRecordsAbout>>[number]) =>
  record.act.startsWith('workspace.') ? { ...record, before: null, after: null } : record
