/**
 * The records of look-ups and actions by staff, for staff and for the affected users. See
 * docs/product/staff.md#records.
 */
import { dayMs } from '@portal/contract/durations'
import { logPageDefaultSize, lookUpShownAfterDays } from '@portal/contract/limits'
import { type StaffAct, staffRecords } from '@portal/contract/staff/records/records'
import { isUlid } from '@portal/contract/text/text-rules'
import { readListPage } from '../../../http/lists/list-page.ts'
import type { Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { listStaffRecords, type StaffRecordRow } from './staff-log-store.ts'
import { withholdRecord } from './staff-record-actions.ts'
import { staffRecordBody } from './staff-record-body.ts'
import { listRecordsAbout, recordListRead } from './staff-record-store.ts'

/** Records are ordered by id. */
const findKey = (id: string) => (isUlid(id) ? ([id] as const) : undefined)
const shownAfterMs = lookUpShownAfterDays * dayMs

export function staffRecordRoutes(server: Server, services: Services): void {
  const { database, now } = services
  const db = database.orm

  server.serve(staffRecords.list, async (ask) => {
    const { caller, request } = ask
    const { limit: _limit, after: _after, search, ...filter } = ask.query
    const text = search?.trim()
    const rows = await readListPage(services, ask, {
      call: staffRecords.list,
      defaultLimit: logPageDefaultSize,
      keyOf: ({ record }: StaffRecordRow) => [record.id] as const,
      findKey,
      read: ({ limit, after }) =>
        listStaffRecords(db, { ...filter, search: text }, { limit, after: after?.[0] }),
    })
    await recordListRead(db, {
      staffUserId: caller.person.id,
      act: 'looked-up.staff-log',
      after: { ...filter, ...(text && { text }) },
      ipAddress: request.ip,
      at: now(),
    })
    return rows.map(staffRecordBody)
  })

  server.serve(staffRecords.withhold, async ({ params, body, caller, request }) => {
    await withholdRecord(services, params.recordId, {
      staffUserId: caller.person.id,
      reason: body.reason,
      ipAddress: request.ip,
    })
    return undefined
  })

  server.serve(staffRecords.listAccess, async (ask) => {
    const lookUpsBefore = new Date(now().getTime() - shownAfterMs)
    const rows = await readListPage(services, ask, {
      call: staffRecords.listAccess,
      findKey,
      read: ({ limit, after }) =>
        listRecordsAbout(db, ask.caller.person.id, lookUpsBefore, { limit, after: after?.[0] }),
      keyOf: ({ id }) => [id] as const,
    })
    return rows.map(({ id, at, act, reason }) => ({
      id,
      at: at.toISOString(),
      act: act as StaffAct,
      reason,
    }))
  })
}
