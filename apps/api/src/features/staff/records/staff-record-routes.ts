/**
 * The records of look-ups and actions by staff, for staff and for the affected users. See
 * docs/product/staff.md#records.
 */
import { dayMs } from '@portal/contract/durations'
import { logPageDefaultSize, lookUpShownAfterDays } from '@portal/contract/limits'
import { type StaffAct, type StaffRecord, staffRecords } from '@portal/contract/staff/records/records'
import { isUlid } from '@portal/contract/text/text-rules'
import { notFound, Refusal } from '../../../http/errors/refusal.ts'
import { readListPage } from '../../../http/lists/list-page.ts'
import type { Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import * as store from './staff-log-store.ts'
import { listRecordsAbout, recordListRead, recordStaffAct, staffOf } from './staff-record-store.ts'

/** Records are ordered by id. */
const findKey = (id: string) => (isUlid(id) ? ([id] as const) : undefined)
const shownAfterMs = lookUpShownAfterDays * dayMs

export function staffRecordRoutes(server: Server, services: Services): void {
  const { database, now } = services
  const db = database.orm

  server.serve(staffRecords.list, async (ask) => {
    const { limit: _limit, after: _after, search, ...filter } = ask.query
    const text = search?.trim()
    const rows = await readListPage(services, ask, {
      call: staffRecords.list,
      defaultLimit: logPageDefaultSize,
      keyOf: ({ record }: store.StaffRecordRow) => [record.id] as const,
      findKey,
      read: ({ limit, after }) =>
        store.listStaffRecords(db, { ...filter, search: text }, { limit, after: after?.[0] }),
    })
    await recordListRead(db, {
      ...staffOf(ask, now()),
      act: 'looked-up.staff-log',
      after: { ...filter, ...(text && { text }) },
    })
    return rows.map(staffRecordBody)
  })

  // Hides a look-up from the user it is about. Adds a record and leaves the original unchanged.
  server.serve(staffRecords.withhold, async (ask) => {
    const { recordId } = ask.params
    return database.transaction(async (tx) => {
      const record = await store.lockRecord(tx, recordId)
      if (!record) throw notFound('record')
      const { act, aboutUserId, aboutWorkspaceId } = record
      if (!act.startsWith('looked-up.'))
        throw new Refusal('Conflict', 'Only a look-up can be withheld. Actions are always shown to the user.')
      if (aboutUserId === null)
        throw new Refusal('Conflict', 'The look-up matched no account, so there is nothing to withhold.')
      if (record.staffUserId === ask.caller.person.id)
        throw new Refusal('Conflict', 'You made this look-up. Ask another staff member to withhold it.')
      if (await store.isRecordWithheld(tx, recordId))
        throw new Refusal('Conflict', 'This look-up is already withheld.')
      await recordStaffAct(tx, {
        ...staffOf(ask, now()),
        act: 'record.withheld',
        aboutUserId,
        ...(aboutWorkspaceId === null ? {} : { aboutWorkspaceId }),
        aboutRecordId: recordId,
        reason: ask.body.reason,
      })
      return undefined
    })
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

type Facts = Record<string, unknown>

const unknownPerson = { email: null, firstName: null, lastName: null }

const factsOf = (value: unknown): Facts | null =>
  typeof value === 'object' && value !== null ? (value as Facts) : null

/** Automatic actions store a user id in `staffUserId`, although no staff member acted. */
const isAutomatic = (after: Facts | null) => after?.automatic === true

function staffRecordBody(row: store.StaffRecordRow): StaffRecord {
  const { record, staff, aboutUser, workspaceName } = row
  const after = factsOf(record.after)
  return {
    id: record.id,
    at: record.at.toISOString(),
    act: record.act as StaffAct,
    staff: isAutomatic(after) ? null : { id: record.staffUserId, ...(staff ?? unknownPerson) },
    aboutUser:
      record.aboutUserId === null ? null : { id: record.aboutUserId, ...(aboutUser ?? unknownPerson) },
    aboutWorkspace:
      record.aboutWorkspaceId === null ? null : { id: record.aboutWorkspaceId, displayName: workspaceName },
    before: factsOf(record.before),
    after,
    reason: record.reason,
    ipAddress: record.ipAddress,
    withheldReason: row.withheldReason,
  }
}
