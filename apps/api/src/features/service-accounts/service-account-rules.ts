import type { ActivityAct } from '@portal/contract/activity/activity'
import type { ServiceAccount, ServiceAccountSave } from '@portal/contract/service-accounts/service-accounts'
import { cleanLine } from '@portal/contract/text/clean-line'
import { lookAlikeKey } from '@portal/contract/text/displayed-name'
import { Refusal } from '../../http/errors/refusal.ts'
import { cleanText } from '../../http/input/changed-fields.ts'
import type { ServiceAccountChange, ServiceAccountRow } from './service-account-store.ts'

/** Returns the name as it is stored and the key that makes it unique. Names that look the same have the same key. */
export function storedName(name: string): { name: string; nameKey: string } {
  return { name: cleanLine(name), nameKey: lookAlikeKey(name) }
}

interface PlannedSave {
  set: ServiceAccountChange
  activities: { act: ActivityAct; subject: string }[]
}

/** Returns the columns that differ from the saved fields, and the activities to record. */
export function planSave(current: ServiceAccountRow, save: ServiceAccountSave, now: Date): PlannedSave {
  const planned: PlannedSave = { set: {}, activities: [] }
  const { name, nameKey } = storedName(save.name ?? current.name)
  const isRenamed = name !== current.name
  if (isRenamed) Object.assign(planned.set, { name, nameKey })
  const description = save.description === undefined ? current.description : cleanText(save.description)
  if (description !== current.description) planned.set.description = description
  if (Object.keys(planned.set).length > 0)
    planned.activities.push({
      act: 'service-account.updated',
      subject: isRenamed ? `${current.name} → ${name}` : name,
    })
  const isDisabled = save.isDisabled ?? current.disabledAt !== null
  if (isDisabled !== (current.disabledAt !== null)) {
    planned.set.disabledAt = isDisabled ? now : null
    planned.activities.push({
      act: isDisabled ? 'service-account.disabled' : 'service-account.enabled',
      subject: name,
    })
  }
  return planned
}

export const nameTaken = (name: string) =>
  new Refusal(
    'Conflict',
    `This workspace already has a service account named "${name}". Choose another name.`,
  )

/** Converts a service account to the API's format. */
export function serviceAccountBody(row: ServiceAccountRow): ServiceAccount {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    createdBy: {
      userId: row.creatorUserId,
      firstName: row.creatorFirstName,
      lastName: row.creatorLastName,
      email: row.creatorEmail,
    },
    createdAt: row.createdAt.toISOString(),
    disabledAt: row.disabledAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    activeTokenCount: row.activeTokenCount,
  }
}
