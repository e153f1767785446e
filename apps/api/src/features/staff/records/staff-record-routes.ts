/**
 * The records of look-ups and actions by staff, for staff and for the affected users. See
 * docs/product/staff.md#records.
 */
import { lookUpShownAfterDays } from '@portal/contract/limits'
import { type StaffAct, staffRecords } from '@portal/contract/staff/records'
import { notFound, Refusal } from '../../../http/refusal.ts'
import type { Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { isRecordWithheld, listStaffRecords, lockRecord } from './staff-log-store.ts'
import { staffRecordBody } from './staff-record-body.ts'
import { listRecordsAbout, recordListRead, recordStaffAct } from './staff-record-store.ts'

const defaultPageSize = 100
const shownAfterMs = lookUpShownAfterDays * 86_400_000

export function staffRecordRoutes(server: Server, { database, now }: Services): void {
  const db = database.orm

  server.serve(staffRecords.list, async ({ query, caller, request }) => {
    const { limit, after, search, ...filter } = query
    const page = { limit: Number(limit ?? defaultPageSize), after }
    const text = search?.trim()
    const rows = await listStaffRecords(db, { ...filter, search: text }, page)
    await recordListRead(db, {
      staffUserId: caller.person.id,
      act: 'looked-up.staff-log',
      after: { ...filter, ...(text && { text }) },
      ipAddress: request.ip,
      at: now(),
    })
    return rows.map(staffRecordBody)
  })

  /** Withholding adds a record and leaves the original unchanged. */
  server.serve(staffRecords.withhold, async ({ params, body, caller, request }) => {
    await database.transaction(async (tx) => {
      const record = await lockRecord(tx, params.recordId)
      if (!record) throw notFound('record')
      if (!record.act.startsWith('looked-up.'))
        throw new Refusal('Conflict', 'Only a look-up can be withheld. Actions are always shown to the user.')
      if (record.aboutUserId === null)
        throw new Refusal('Conflict', 'The look-up matched no account, so there is nothing to withhold.')
      if (await isRecordWithheld(tx, params.recordId))
        throw new Refusal('Conflict', 'This look-up is already withheld.')
      await recordStaffAct(tx, {
        staffUserId: caller.person.id,
        act: 'record.withheld',
        aboutUserId: record.aboutUserId,
        ...(record.aboutWorkspaceId === null ? {} : { aboutWorkspaceId: record.aboutWorkspaceId }),
        aboutRecordId: params.recordId,
        reason: body.reason,
        ipAddress: request.ip,
        at: now(),
      })
    })
    return undefined
  })

  server.serve(staffRecords.listAccess, async ({ query, caller }) => {
    const rows = await listRecordsAbout(db, caller.person.id, new Date(now().getTime() - shownAfterMs), {
      limit: query.limit === undefined ? undefined : Number(query.limit),
      after: query.after,
    })
    return rows.map(({ id, at, act, reason }) => ({
      id,
      at: at.toISOString(),
      act: act as StaffAct,
      reason,
    }))
  })
}
