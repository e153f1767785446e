/**
 * The records of look-ups and actions by staff, for staff and for the affected users. See
 * docs/product/staff.md#records.
 */
import { lookUpShownAfterDays } from '@portal/contract/limits'
import { type StaffAct, staffRecords } from '@portal/contract/staff/records'
import { isUlid } from '@portal/contract/text-rules'
import { readListPage } from '../../../http/list-page.ts'
import { notFound, Refusal } from '../../../http/refusal.ts'
import type { Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { isRecordWithheld, listStaffRecords, lockRecord, type StaffRecordRow } from './staff-log-store.ts'
import { staffRecordBody } from './staff-record-body.ts'
import { listRecordsAbout, recordListRead, recordStaffAct } from './staff-record-store.ts'

const defaultPageSize = 100
/** Records are ordered by id. */
const findKey = (id: string) => (isUlid(id) ? ([id] as const) : undefined)
const shownAfterMs = lookUpShownAfterDays * 86_400_000

export function staffRecordRoutes(server: Server, services: Services): void {
  const { database, now } = services
  const db = database.orm

  server.serve(staffRecords.list, async (ask) => {
    const { caller, request } = ask
    const { limit: _limit, after: _after, search, ...filter } = ask.query
    const text = search?.trim()
    const rows = await readListPage(services, ask, {
      call: staffRecords.list,
      defaultLimit: defaultPageSize,
      keyOf: ({ record }: StaffRecordRow) => [record.id] as const,
      findKey,
      read: ({ limit = defaultPageSize, after }) =>
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
