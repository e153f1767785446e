import type { ActivityAct } from '@portal/contract/activity/activity'
import { withAsciiHost } from '@portal/contract/text/ascii-host'
import { type WorkspaceSave, workspaceChangeSchema } from '@portal/contract/workspaces/workspaces'
import type { Config } from '../../config.ts'
import { invalid } from '../../http/errors/refusal.ts'
import { checkChangedFields, cleanText, isSameText } from '../../http/input/changed-fields.ts'
import type { ChangeableWorkspace, WorkspaceColumns } from './workspace-change-store.ts'
import { instanceOf } from './workspace-rules.ts'

export interface PlannedChange {
  /** The columns that change, with their new values. */
  set: WorkspaceColumns
  /** The activities to record. */
  activities: { act: ActivityAct; subject?: string }[]
  /** Whether the workspace moves to another origin, so that the previous instance must lose access. */
  isMoved: boolean
}

/**
 * Returns what a save changes. Only fields that differ are checked, written and recorded. The type follows from the URL.
 * @throws Refusal `ValidationError` for a new value that is invalid, and for a URL that can't be an instance.
 */
export function planChange(
  current: ChangeableWorkspace,
  change: WorkspaceSave,
  config: Config,
): PlannedChange {
  checkChangedFields(workspaceChangeSchema, change, current)
  const set: WorkspaceColumns = {}
  const changes: string[] = []
  const displayName = cleanText(change.displayName)
  if (displayName !== null && !isSameText(displayName, current.displayName)) {
    set.displayName = displayName
    changes.push(`name: ${current.displayName} → ${displayName}`)
  }
  if (change.description !== undefined && !isSameText(change.description, current.description)) {
    set.description = cleanText(change.description)
    changes.push('description')
  }
  const isMoved = moveInstance(current, change, config, set)
  // The previous instance must not know the secret.
  if (isMoved) set.token = ''
  if (set.instanceUrl !== undefined)
    changes.push(`URL: ${withAsciiHost(current.instanceUrl)} → ${set.instanceUrl}`)
  const activities: PlannedChange['activities'] = []
  if (changes.length > 0) activities.push({ act: 'workspace.updated', subject: changes.join('; ') })
  const isApprovalsEnabled = change.approvalsEnabled ?? current.isApprovalsEnabled
  if (isApprovalsEnabled !== current.isApprovalsEnabled) {
    set.isApprovalsEnabled = isApprovalsEnabled
    activities.push({
      act: isApprovalsEnabled ? 'workspace.approvals-enabled' : 'workspace.approvals-disabled',
    })
  }
  return { set, activities, isMoved }
}

/** Adds a new instance URL to `set`. Returns whether its origin differs from the current one. */
function moveInstance(
  current: ChangeableWorkspace,
  change: WorkspaceSave,
  config: Config,
  set: WorkspaceColumns,
): boolean {
  const typed = change.instanceUrl?.trim().replace(/\/+$/, '')
  // An earlier release stored host names as they were typed, and clients send back what they are shown.
  const currentUrl = withAsciiHost(current.instanceUrl)
  if (typed === undefined || withAsciiHost(typed) === currentUrl) return false
  const instance = instanceOf(typed, config)
  if ('problem' in instance) throw invalid('instanceUrl', instance.problem ?? '')
  if (instance.instanceUrl === currentUrl) return false
  // Only the owner changes the URL.
  Object.assign(set, instance, { addressSetByUserId: null })
  return new URL(instance.instanceUrl).origin !== new URL(current.instanceUrl).origin
}
