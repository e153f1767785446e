/** Changes of a workspace by its owner, and each member's own flags (docs/product/workspaces.md#changes). */
import type { ActivityAct } from '@portal/contract/activity/activity'
import { withAsciiHost } from '@portal/contract/text/ascii-host'
import { type WorkspaceSave, workspaceChangeSchema, workspaces } from '@portal/contract/workspaces/workspaces'
import type { Config } from '../../config.ts'
import { requireFreshSignIn } from '../../guard/fresh-sign-in.ts'
import { invalid, notFound, Refusal } from '../../http/errors/refusal.ts'
import { checkChangedFields, cleanText, isSameText } from '../../http/input/changed-fields.ts'
import type { Ask, Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { revokeTokensOf } from '../tokens/token-store.ts'
import { workspaceBody } from './workspace-body.ts'
import { changeWorkspace } from './workspace-change-actions.ts'
import { instanceOf } from './workspace-rules.ts'
import * as store from './workspace-store.ts'

type SaveCall = typeof workspaces.update | typeof workspaces.setApprovals

export function workspaceChangeRoutes(server: Server, services: Services): void {
  const { config, database } = services

  async function requireBody(workspaceId: string, userId: string) {
    const row = await store.findWorkspace(database, workspaceId, userId)
    if (!row) throw notFound('workspace')
    return workspaceBody(row)
  }

  /** Saves the owner's changes. */
  async function save(call: SaveCall, ask: Ask<SaveCall>): Promise<void> {
    const { params, body, caller } = ask
    const { workspaceId } = params
    await changeWorkspace(services, call, ask, async ({ tx, at, record }) => {
      const current = await store.findChangeable(tx, workspaceId)
      if (!current) throw notFound('workspace')
      const planned = planChange(current, body, config)
      if (planned.set.instanceUrl !== undefined) {
        if (caller.token) throw new Refusal('NotAllowed', "A token can't change the URL of a workspace.")
        requireFreshSignIn(caller, config, at)
      }
      await store.updateWorkspace(tx, workspaceId, planned.set)
      // The previous instance must not keep access to the workspace.
      if (planned.isMoved) await revokeTokensOf(tx, { workspaceId, kind: 'instance' }, caller.person.id, at)
      for (const { act, subject } of planned.activities) await record(act, subject)
    })
  }

  server.serve(workspaces.update, async (ask) => {
    await save(workspaces.update, ask)
    const rows = await store.listWorkspaces(database, ask.caller.person.id)
    return rows.map(workspaceBody)
  })

  server.serve(workspaces.setApprovals, async (ask) => {
    await save(workspaces.setApprovals, ask)
    return requireBody(ask.params.workspaceId, ask.caller.person.id)
  })

  server.serve(workspaces.setFavourite, async ({ params, body, caller }) => {
    const of = { workspaceId: params.workspaceId, userId: caller.person.id }
    await store.setMemberFlag(database, of, 'isFavourite', body.isFavourite)
    return requireBody(of.workspaceId, of.userId)
  })

  server.serve(workspaces.setHidden, async ({ params, body, caller }) => {
    const of = { workspaceId: params.workspaceId, userId: caller.person.id }
    await store.setMemberFlag(database, of, 'isHidden', body.isHidden)
    return requireBody(of.workspaceId, of.userId)
  })

  server.serve(workspaces.setDefault, async ({ params, caller }) => {
    await store.setDefaultWorkspace(database.orm, caller.person.id, params.workspaceId)
    return undefined
  })
}

/**
 * Returns the columns that a save changes, the activities to record, and whether the workspace moves to another origin. Only fields
 * that differ are checked, written and recorded. The type follows from the URL.
 * @throws Refusal `ValidationError` for a new value that is invalid, and for a URL that can't be an instance.
 */
function planChange(current: store.ChangeableWorkspace, change: WorkspaceSave, config: Config) {
  checkChangedFields(workspaceChangeSchema, change, current)
  const set: store.WorkspaceColumns = {}
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
  const activities: { act: ActivityAct; subject?: string }[] = []
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
  current: store.ChangeableWorkspace,
  change: WorkspaceSave,
  config: Config,
  set: store.WorkspaceColumns,
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
