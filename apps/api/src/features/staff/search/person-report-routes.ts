/** The report about one user. See docs/product/staff.md#person-and-workspace-pages. */
import { hourMs } from '@portal/contract/durations'
import { type PersonReport, staffSearch } from '@portal/contract/staff/search/search'
import { withAsciiHost } from '@portal/contract/text/ascii-host'
import { notFound } from '../../../http/errors/refusal.ts'
import type { Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { findUndoableJoin, undoableSince } from '../../account-joins/account-join-store.ts'
import { activeSubscriptionOf } from '../../billing/billing-body.ts'
import { findBilling } from '../../billing/billing-store.ts'
import { countLeftBehind } from '../../members/left-behind-store.ts'
import { listIdentities } from '../../sessions/identity-store.ts'
import { listPortalSessions } from '../../sessions/own-sessions-store.ts'
import { userRecordOf } from '../accounts/staff-account-store.ts'
import { recordStaffAct, staffOf } from '../records/staff-record-store.ts'
import * as store from './person-report-store.ts'
import { iso, pauseBody } from './report-rules.ts'

export function personReportRoutes(server: Server, services: Services): void {
  const { config, database, now } = services
  const db = database.orm

  function userOf({ person }: store.ReportedPerson): PersonReport['user'] {
    return {
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
    }
  }

  async function billingOf(userId: string): Promise<PersonReport['billing']> {
    const account = await findBilling(db, userId)
    return {
      activeSubscription: activeSubscriptionOf(account),
      paymentDetailsSet: account?.hasPaymentDetails ?? false,
      customerId: account?.customerId ?? null,
      unpaidSince: iso(account?.unpaidSince ?? null),
    }
  }

  async function sessionsOf(userId: string, at: Date): Promise<PersonReport['sessions']> {
    const idleSince = new Date(at.getTime() - config.SESSION_IDLE_HOURS * hourMs)
    const rows = await listPortalSessions(db, userId, at, idleSince)
    return rows.map(({ id, userAgent, ipAddress, createdAt, lastSeenAt }) => ({
      id,
      userAgent,
      ipAddress,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastSeenAt.toISOString(),
    }))
  }

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
    return {
      user: userOf(found),
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
      sessions: await sessionsOf(userId, at),
      tokens: tokens.map((row) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
        lastUsedAt: iso(row.lastUsedAt),
      })),
      leftBehind: await countLeftBehind(db, userId, at),
      handedOverAt: iso((await findUndoableJoin(db, userId, undoableSince(at)))?.at ?? null),
      billing: await billingOf(userId),
    }
  })
}
