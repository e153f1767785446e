import type { ActivityAct } from '@portal/contract/activity'
import { type WorkspaceSave, workspaceChangeSchema } from '@portal/contract/workspaces'
import type { Config } from '../../config.ts'
import { checkChangedFields, cleanText, isSameText } from '../../http/changed-fields.ts'
import { invalid } from '../../http/refusal.ts'
import type { ChangeableWorkspace, WorkspaceColumns } from './workspace-change-store.ts'
import { instanceOf } from './workspace-rules.ts'

export interface PlannedChange {
  /** The columns that become others. */
  set: WorkspaceColumns
  /** What is recorded of it. */
  acts: { act: ActivityAct; subject?: string }[]
  /** Whether it leaves the instance to which sessions were given. */
  isMoved: boolean
}

/**
 * What a save changes: only fields that differ are checked, written and recorded. The type follows the address.
 * @throws ValidationError for a new value that breaks the rule of its field, and for an address that may not be an instance.
 */
export function plannedChange(
  before: ChangeableWorkspace,
  change: WorkspaceSave,
  config: Config,
): PlannedChange {
  checkChangedFields(workspaceChangeSchema, change, before)
  const set: WorkspaceColumns = {}
  const words: string[] = []
  const displayName = cleanText(change.displayName)
  if (displayName !== null && !isSameText(displayName, before.displayName)) {
    set.displayName = displayName
    words.push(`name: ${before.displayName} → ${displayName}`)
  }
  if (change.description !== undefined && !isSameText(change.description, before.description)) {
    set.description = cleanText(change.description)
    words.push('description')
  }
  const isMoved = moveInstance(before, change, config, set)
  if (set.instanceUrl !== undefined) words.push(`URL: ${before.instanceUrl} → ${set.instanceUrl}`)
  const acts: PlannedChange['acts'] = []
  if (words.length > 0) acts.push({ act: 'workspace.updated', subject: words.join('; ') })
  const isApprovalsEnabled = change.approvalsEnabled ?? before.isApprovalsEnabled
  if (isApprovalsEnabled !== before.isApprovalsEnabled) {
    set.isApprovalsEnabled = isApprovalsEnabled
    acts.push({
      act: isApprovalsEnabled ? 'workspace.approvals-enabled' : 'workspace.approvals-disabled',
    })
  }
  return { set, acts, isMoved }
}

function moveInstance(
  before: ChangeableWorkspace,
  change: WorkspaceSave,
  config: Config,
  set: WorkspaceColumns,
): boolean {
  const typed = change.instanceUrl?.trim().replace(/\/+$/, '')
  if (typed === undefined || typed === before.instanceUrl) return false
  const instance = instanceOf(typed, config)
  if ('problem' in instance) throw invalid('instanceUrl', instance.problem ?? '')
  if (instance.instanceUrl === before.instanceUrl) return false
  Object.assign(set, instance)
  return new URL(instance.instanceUrl).origin !== new URL(before.instanceUrl).origin
}
