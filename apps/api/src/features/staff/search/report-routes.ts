/** The reports about one user and about one workspace. See docs/product/staff.md#person-and-workspace-pages. */
import { hourMs } from '@portal/contract/durations'
import type { StaffAct } from '@portal/contract/staff/records/records'
import { type PersonReport, staffSearch } from '@portal/contract/staff/search/search'
import { withAsciiHost } from '@portal/contract/text/ascii-host'
import { notFound } from '../../../http/errors/refusal.ts'
import type { Ask, Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { findUndoableJoin, undoableSince } from '../../account-joins/account-join-store.ts'
import { activeSubscriptionOf } from '../../billing/billing-body.ts'
import { findBilling } from '../../billing/billing-store.ts'
import { countLeftBehind } from '../../members/left-behind-store.ts'
import { listMembersPage } from '../../members/member-list-store.ts'
import { listIdentities } from '../../sessions/identity-store.ts'
import { listPortalSessions } from '../../sessions/own-sessions-store.ts'
import { stateBody } from '../../webhooks/webhook-actions.ts'
import { listWebhooks, type WebhookRow } from '../../webhooks/webhook-store.ts'
import { userRecordOf } from '../accounts/staff-account-store.ts'
import { recordStaffAct, staffOf } from '../records/staff-record-store.ts'
import * as store from './report-store.ts'

const maxMembers = 200

type WorkspaceCall = typeof staffSearch.readWorkspace | typeof staffSearch.readWorkspaceOwner

export function reportRoutes(server: Server, services: Services): void {
  const { config, database, now } = services
  const db = database.orm

  server.serve(staffSearch.readPerson, async (ask) => {
    const { userId } = ask.params
    const at = now()
    const found = await store.findReportedPerson(db, userId)
    await recordStaffAct(db, {
      ...staffOf(ask, at),
      act: 'looked-up.person',
      ...(found ? { aboutUserId: userId } : { after: { text: userId } }),
    })
    if (!found) throw notFound('account')
    const { person } = found
    const identities = await listIdentities(db, userId)
    const workspaces = await store.listWorkspacesOfPerson(db, userId)
    const tokens = await store.listWorkingTokens(db, userId, at)
    const idleSince = new Date(at.getTime() - config.SESSION_IDLE_HOURS * hourMs)
    const sessions = await listPortalSessions(db, userId, at, idleSince)
    const account = await findBilling(db, userId)
    return {
      user: {
        ...userRecordOf(person),
        firstName: person.firstName,
        lastName: person.lastName,
        nickname: person.nickname,
        emailVerified: person.emailVerified,
        githubUsername: person.githubUsername,
        discordUsername: person.discordUsername,
        signupAt: person.signupAt.toISOString(),
        agreedTosVersionId: person.agreedTosVersionId,
        deletedAt: iso(person.deletedAt),
      },
      quarantine: pauseBody({
        since: person.quarantinedAt,
        until: person.quarantinedUntil,
        reason: person.quarantineReason,
        byEmail: found.quarantinedByEmail,
      }),
      suspension: pauseBody({
        since: person.suspendedAt,
        until: person.suspendedUntil,
        reason: person.suspensionReason,
        byEmail: found.suspendedByEmail,
      }),
      identities: identities.map((row) => ({
        subject: row.subject,
        email: row.email,
        isEmailVerified: row.isEmailVerified,
        createdAt: row.createdAt.toISOString(),
        lastSignInAt: row.lastSignInAt.toISOString(),
      })),
      workspaces: workspaces.map((row) => ({
        ...row,
        instanceUrl: withAsciiHost(row.instanceUrl),
        quarantinedAt: iso(row.quarantinedAt),
      })),
      workspaceCount: await store.countWorkspacesOfPerson(db, userId),
      sessions: sessions.map(({ id, userAgent, ipAddress, createdAt, lastSeenAt }) => ({
        id,
        userAgent,
        ipAddress,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastSeenAt.toISOString(),
      })),
      tokens: tokens.map(tokenBody),
      leftBehind: await countLeftBehind(db, userId, at),
      handedOverAt: iso((await findUndoableJoin(db, userId, undoableSince(at)))?.at ?? null),
      billing: {
        activeSubscription: activeSubscriptionOf(account),
        paymentDetailsSet: account?.hasPaymentDetails ?? false,
        customerId: account?.customerId ?? null,
        unpaidSince: iso(account?.unpaidSince ?? null),
      },
    }
  })

  /** Finds the workspace and records the look-up before the response is sent, also if it finds nothing. */
  async function lookUp(
    ask: Ask<WorkspaceCall>,
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
    const webhooks = await listWebhooks(db, row.id)
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
      tokens: tokens.map(tokenBody),
      webhooks: webhooks.map(webhookBody),
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

const iso = (instant: Date | null) => instant?.toISOString() ?? null

/** Formats the times of a token in a report. */
const tokenBody = <Row extends { createdAt: Date; expiresAt: Date; lastUsedAt: Date | null }>(row: Row) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  lastUsedAt: iso(row.lastUsedAt),
})

/** Contains only the host of the URL, because the rest can contain a secret. */
const webhookBody = (row: WebhookRow) => ({
  id: row.webhook.id,
  host: new URL(row.webhook.url).host,
  createdAt: row.webhook.createdAt.toISOString(),
  ...stateBody(row),
})

interface PauseRow {
  since: Date | null
  until: Date | null
  reason: string | null
  byEmail: string | null
}

function pauseBody({ since, until, reason, byEmail }: PauseRow): PersonReport['quarantine'] {
  return since && { since: since.toISOString(), until: iso(until), reason, byEmail }
}
