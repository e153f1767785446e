import { notFound, Refusal } from '../../../http/errors/refusal.ts'
import type { Services } from '../../../services.ts'
import { isRecordWithheld, lockRecord } from './staff-log-store.ts'
import { recordStaffAct } from './staff-record-store.ts'

/**
 * Hides a look-up from the user it is about. Adds a record and leaves the original unchanged.
 * @throws Refusal `NotFound` for an unknown record, `Conflict` for an action, an empty look-up, a withheld one or the staff member's own.
 */
export async function withholdRecord(
  { database, now }: Pick<Services, 'database' | 'now'>,
  recordId: string,
  by: { staffUserId: string; reason: string; ipAddress: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    const record = await lockRecord(tx, recordId)
    if (!record) throw notFound('record')
    if (!record.act.startsWith('looked-up.'))
      throw new Refusal('Conflict', 'Only a look-up can be withheld. Actions are always shown to the user.')
    if (record.aboutUserId === null)
      throw new Refusal('Conflict', 'The look-up matched no account, so there is nothing to withhold.')
    if (record.staffUserId === by.staffUserId)
      throw new Refusal('Conflict', 'You made this look-up. Ask another staff member to withhold it.')
    if (await isRecordWithheld(tx, recordId))
      throw new Refusal('Conflict', 'This look-up is already withheld.')
    await recordStaffAct(tx, {
      ...by,
      act: 'record.withheld',
      aboutUserId: record.aboutUserId,
      ...(record.aboutWorkspaceId === null ? {} : { aboutWorkspaceId: record.aboutWorkspaceId }),
      aboutRecordId: recordId,
      at: now(),
    })
  })
}
