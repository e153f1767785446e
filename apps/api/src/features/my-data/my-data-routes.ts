/** Downloading a user's data. See docs/product/account.md#downloading-data. */
import { dayMs } from '@portal/contract/durations'
import { lookUpShownAfterDays } from '@portal/contract/limits'
import { myData } from '@portal/contract/my-data/my-data'
import type { Orm } from '../../db/database.ts'
import { notFound } from '../../http/errors/refusal.ts'
import { readPages } from '../../http/lists/read-pages.ts'
import { StreamedJson } from '../../http/lists/row-stream.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { listRecordsAbout } from '../staff/records/staff-record-store.ts'
import { readAccount, readParts } from './my-data-store.ts'

/** The order of the parts in the file. Others follow. */
const partOrder = [
  'account',
  'identities',
  'accountJoins',
  'sessions',
  'devices',
  'agreements',
  'memberships',
  'ownedWorkspaces',
  'tokens',
  'trustRules',
  'tokenRotations',
  'refusedTokenUses',
  'serviceAccounts',
  'ownershipOffers',
  'invitationsToMe',
  'invitationsByMe',
  'activity',
  'staffRecords',
  'billing',
]

export function myDataRoutes(server: Server, services: Services): void {
  const { database, now } = services
  const db = database.orm

  server.serve(myData.download, async ({ caller, reply }) => {
    const data = await collectMyData(db, caller.person.id, now())
    if (!data) throw notFound('account')
    reply.header('content-disposition', 'attachment; filename="my-data.json"')
    return data
  })
}

/**
 * Streams everything stored about a user. With an unverified address, it leaves out invitations to the address and the
 * workspaces that staff created for it. Returns undefined if the account does not exist.
 */
async function collectMyData(db: Orm, userId: string, now: Date): Promise<StreamedJson | undefined> {
  const found = await readAccount(db, userId)
  if (!found) return undefined
  // Users never learn which staff member paused their account.
  const { emailKey: _, quarantinedByUserId: __, suspendedByUserId: ___, ...account } = found
  const lookUpsBefore = new Date(now.getTime() - lookUpShownAfterDays * dayMs)
  const staffRecords = readPages(
    async (page) => {
      const records = await listRecordsAbout(db, userId, lookUpsBefore, page)
      return account.emailVerified ? records : records.map(withoutWorkspace)
    },
    ({ id }) => id,
  )
  const parts = { account, staffRecords, ...(await readParts(db, found)) }
  const position = (name: string) => (partOrder.includes(name) ? partOrder.indexOf(name) : partOrder.length)
  const sorted = Object.entries(parts).sort(([a], [b]) => position(a) - position(b))
  return new StreamedJson({ collectedAt: now, ...Object.fromEntries(sorted) })
}

/** The record of an action on a workspace without the workspace's name and URL. */
const withoutWorkspace = (record: Awaited<ReturnType<typeof listRecordsAbout>>[number]) =>
  record.act.startsWith('workspace.') ? { ...record, before: null, after: null } : record
