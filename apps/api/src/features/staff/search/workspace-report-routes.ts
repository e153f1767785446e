/**
 * The report about one workspace, and the look-up of its owner. See docs/product/staff.md#person-and-workspace-pages.
 */
import type { StaffAct } from '@portal/contract/staff/records/records'
import { staffSearch } from '@portal/contract/staff/search/search'
import { withAsciiHost } from '@portal/contract/text/ascii-host'
import { notFound } from '../../../http/errors/refusal.ts'
import type { Ask, Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { listMembersPage } from '../../members/member-list-store.ts'
import { recordStaffAct, staffOf } from '../records/staff-record-store.ts'
import { iso, pauseBody } from './report-rules.ts'
import * as store from './workspace-report-store.ts'

const maxMembers = 200

type LookUpCall = typeof staffSearch.readWorkspace | typeof staffSearch.readWorkspaceOwner

export function workspaceReportRoutes(server: Server, { database, now }: Services): void {
  const db = database.orm

  /** Finds the workspace and records the look-up before the response is sent, also if it finds nothing. */
  async function lookUp(
    ask: Ask<LookUpCall>,
    act: Extract<StaffAct, `looked-up.${string}`>,
    isFound: (row: { deletedAt: Date | null }) => boolean,
  ) {
    const { workspaceId } = ask.params
    const row = await store.findReportedWorkspace(db, workspaceId)
    const found = row && isFound(row) ? row : undefined
    await recordStaffAct(db, {
      ...staffOf(ask, now()),
      act,
      ...(found
        ? { aboutUserId: found.owner.id, aboutWorkspaceId: workspaceId }
        : { after: { text: workspaceId } }),
    })
    if (!found) throw notFound('workspace')
    return found
  }

  server.serve(staffSearch.readWorkspace, async (ask) => {
    const row = await lookUp(ask, 'looked-up.workspace', () => true)
    const { owner, quarantinedAt, quarantinedUntil, quarantineReason, quarantinedByEmail, ...workspace } = row
    const members = await listMembersPage(
      database,
      { workspaceId: row.id, includesInvitees: false },
      { limit: maxMembers, after: undefined },
    )
    const tokens = await store.listWorkingApiTokens(db, row.id, now())
    return {
      workspace: {
        ...workspace,
        instanceUrl: withAsciiHost(workspace.instanceUrl),
        createdAt: workspace.createdAt.toISOString(),
        deletedAt: iso(workspace.deletedAt),
      },
      quarantine: pauseBody({
        since: quarantinedAt,
        until: quarantinedUntil,
        reason: quarantineReason,
        byEmail: quarantinedByEmail,
      }),
      owner,
      members: members.map(({ id: userId, email, role }) => ({ userId, email, role })),
      memberCount: await store.countMembers(db, row.id),
      tokens: tokens.map((token) => ({
        ...token,
        createdAt: token.createdAt.toISOString(),
        expiresAt: token.expiresAt.toISOString(),
        lastUsedAt: iso(token.lastUsedAt),
      })),
    }
  })

  server.serve(staffSearch.readWorkspaceOwner, async (ask) => {
    const { owner, displayName, instanceUrl } = await lookUp(
      ask,
      'looked-up.workspace-owner',
      ({ deletedAt }) => deletedAt === null,
    )
    const { firstName, lastName, email } = owner
    return { firstName, lastName, email, displayName, instanceUrl: withAsciiHost(instanceUrl) }
  })
}
