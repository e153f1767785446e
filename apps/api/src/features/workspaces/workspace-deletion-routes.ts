/** Deleted workspaces: delete, list, restore (docs/product/workspaces.md#deletion). */
import { restorableDays, restorableMs } from '@portal/contract/limits'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import type { Mail } from '../../gateways/mail/mail.ts'
import { type MailConfig, mailOf, quotedName, workspacesAction } from '../../gateways/mail/mail-text.ts'
import { countMail } from '../../guard/mail-limits.ts'
import { notFound } from '../../http/errors/refusal.ts'
import { readListPage } from '../../http/lists/list-page.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { workspaceBody } from './workspace-body.ts'
import { activityRecorder, changeWorkspace, checkMayOwnAnother } from './workspace-change-actions.ts'
import * as store from './workspace-deletion-store.ts'
import { listWorkspaces } from './workspace-store.ts'

export function workspaceDeletionRoutes(server: Server, services: Services): void {
  const { config, database, jobs, now } = services
  const db = database.orm

  server.serve(workspaces.delete, async (ask) =>
    changeWorkspace(services, workspaces.delete, ask, async ({ tx, workspace, at, record }) => {
      const { id: ownerUserId, email: to } = ask.caller.person
      const { workspaceId, displayName: workspaceName } = workspace
      await store.deleteWorkspaces(tx, { ownerUserId, workspaceId }, at)
      await record('workspace.deleted', workspaceName)
      const caused = { byUserId: ownerUserId, workspaceId, to, at, about: 'deletion' } as const
      if (!(await countMail(tx, caused, config)))
        await jobs.sendMail(tx, ownerUserId, workspaceDeletedMail({ to, workspaceName }, config))
      return {}
    }),
  )

  server.serve(workspaces.listDeleted, async (ask) => {
    const of = { ownerUserId: ask.caller.person.id, since: new Date(now().getTime() - restorableMs) }
    const rows = await readListPage(services, ask, {
      call: workspaces.listDeleted,
      keyOf: ({ deletedAt, id }: store.DeletedWorkspaceRow): store.DeletedWorkspaceKey => [
        deletedAt.toISOString(),
        id,
      ],
      read: (page) => store.listDeletedWorkspaces(db, of, page),
    })
    return rows.map(({ deletedAt, ...row }) => ({
      ...row,
      deletedAt: deletedAt.toISOString(),
      restorableUntil: new Date(deletedAt.getTime() + restorableMs).toISOString(),
    }))
  })

  server.serve(workspaces.restore, async (ask) => {
    const { workspaceId } = ask.params
    const ownerUserId = ask.caller.person.id
    const at = now()
    await database.transaction(async (tx) => {
      const since = new Date(at.getTime() - restorableMs)
      if (!(await store.restoreWorkspace(tx, { ownerUserId, workspaceId }, since)))
        throw notFound('deleted workspace')
      await checkMayOwnAnother(tx, ownerUserId, config, workspaceId)
      await activityRecorder(tx, services.jobs, ask, { workspaceId, at })('workspace.restored')
    })
    const rows = await listWorkspaces(database, ownerUserId)
    return { workspaces: rows.map(workspaceBody) }
  })
}

/** Sent to the owner who deleted a workspace. */
function workspaceDeletedMail(facts: { to: string; workspaceName: string }, config: MailConfig): Mail {
  const workspace = quotedName(facts.workspaceName)
  return mailOf(
    {
      to: facts.to,
      subject: `The workspace ${workspace} has been deleted`,
      paragraphs: [
        `You deleted the workspace ${workspace}. Members can't open it, and its API tokens no longer work.`,
        `You can restore it on your workspaces page for ${restorableDays} days. If you did not delete it, restore it there and review your security settings.`,
      ],
      action: workspacesAction(config),
    },
    config,
  )
}
