/** Looking up accounts by address and restoring deleted accounts. See docs/product/staff.md#look-ups. */
import { restorableDays } from '@portal/contract/limits'
import { staffAccounts } from '@portal/contract/staff/accounts'
import { staffSearch } from '@portal/contract/staff/search'
import { normalizeEmail } from '@portal/contract/text-rules'
import { notFound, Refusal } from '../../../http/refusal.ts'
import type { Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { recordActivity } from '../../activity/activity-store.ts'
import { restoreWorkspacesDeletedAt } from '../../workspaces/workspace-deletion-store.ts'
import { recordLookUps, recordStaffAct } from '../records/staff-record-store.ts'
import { accountRestoredMail } from './people-mails.ts'
import * as store from './people-store.ts'

const restorableMs = restorableDays * 86_400_000

export function peopleRoutes(server: Server, { config, database, jobs, now }: Services): void {
  server.serve(staffSearch.listByEmail, async ({ query, caller, request }) => {
    const emailKey = normalizeEmail(query.email)
    const found = await store.listAccountsOfAddress(database.orm, emailKey)
    await recordLookUps(
      database.orm,
      {
        staffUserId: caller.person.id,
        act: 'looked-up.people-of-address',
        after: { email: emailKey },
        ipAddress: request.ip,
        at: now(),
      },
      found.map(({ id }) => id),
    )
    return found.map(store.userRecordOf)
  })

  server.serve(staffAccounts.restore, async ({ params, body, caller, request }) => {
    const at = now()
    return database.transaction(async (tx) => {
      const { userId } = params
      const deletedAt = await store.lockDeletedAccount(tx, userId, new Date(at.getTime() - restorableMs))
      if (!deletedAt) throw notFound('deleted account')
      const row = await store.undeleteAccount(tx, userId)
      if (row === 'address-taken')
        throw new Refusal('Conflict', 'The address of this account has a new account.')
      const workspaceIds = await restoreWorkspacesDeletedAt(tx, userId, deletedAt)
      for (const workspaceId of workspaceIds)
        await recordActivity(tx, {
          workspaceId,
          actorUserId: null,
          act: 'workspace.restored',
          subject: 'by staff',
          ipAddress: null,
          at,
        })
      await recordStaffAct(tx, {
        staffUserId: caller.person.id,
        act: 'person.restored',
        aboutUserId: userId,
        before: { deletedAt },
        after: { deletedAt: null, workspaceIds },
        reason: body.reason,
        ipAddress: request.ip,
        at,
      })
      await jobs.send(tx, 'mail.send', accountRestoredMail(row.email, config))
      return { user: store.userRecordOf(row) }
    })
  })
}
