/**
 * Ownership offers (docs/product/ownership.md#offers). A workspace has at most one, and a new one replaces it.
 */
import { dayMs } from '@portal/contract/durations'
import { ownershipOfferLifetimeDays } from '@portal/contract/limits'
import { roleLabels } from '@portal/contract/members/roles'
import { type OwnershipOffer, ownership } from '@portal/contract/ownership/ownership'
import type { Orm } from '../../db/database.ts'
import type { Mail } from '../../gateways/mail/mail.ts'
import {
  formatDay,
  type MailConfig,
  mailOf,
  type NamedUser,
  nameWithAddress,
  quotedName,
  workspacesAction,
} from '../../gateways/mail/mail-text.ts'
import { createOnce } from '../../guard/idempotency-store.ts'
import { countMail, isFirstMail, isJustMailed } from '../../guard/mail-limits.ts'
import { notFound, Refusal } from '../../http/errors/refusal.ts'
import { readListPage } from '../../http/lists/list-page.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { findMember, lockVerifiedPersonForShare } from '../members/member-store.ts'
import { changeWorkspace, checkMayOwnAnother } from '../workspaces/workspace-change-actions.ts'
import * as store from './ownership-store.ts'

const offerLifetimeMs = ownershipOfferLifetimeDays * dayMs

export function ownershipRoutes(server: Server, services: Services): void {
  const { config, database, jobs, now } = services

  server.serve(ownership.mine, async (ask) => {
    const of = { userId: ask.caller.person.id, now: now() }
    const rows = await readListPage(services, ask, {
      call: ownership.mine,
      keyOf: ({ createdAt, workspaceId }: store.OfferRow): store.OfferKey => [
        createdAt.toISOString(),
        workspaceId,
      ],
      read: (page) => store.listOpenOffers(database.orm, of, page),
    })
    return rows.map(offerBody)
  })

  server.serve(ownership.offer, async (ask) => {
    const { userId: toUserId } = ask.body
    const from = ask.caller.person
    return changeWorkspace(services, ownership.offer, ask, async ({ tx, workspace, at, record }) => {
      const { workspaceId, displayName: workspaceName } = workspace
      const { result } = await createOnce(tx, ask, at, async () => {
        if (toUserId === from.id) throw new Refusal('Conflict', 'You already own this workspace.')
        const member = await findMember(tx, workspaceId, toUserId)
        if (!member?.emailVerified) throw notFound('member')
        const current = await store.findOpenOffer(tx, workspaceId, at)
        // No-op when the member was made the same offer within the last ten minutes.
        if (current?.toUserId === toUserId && isJustMailed(current.createdAt, at)) return offerBody(current)
        const expiresAt = new Date(at.getTime() + offerLifetimeMs)
        await store.saveOffer(tx, { workspaceId, fromUserId: from.id, toUserId, createdAt: at, expiresAt })
        const { email: to } = member
        const caused = { byUserId: from.id, workspaceId, to, at }
        if (await isFirstMail(tx, caused, 'ownershipOffer')) {
          const refusal = await countMail(tx, caused, config)
          if (refusal) throw refusal
          const mail = ownershipOfferedMail({ to, workspaceName, from, expiresAt }, config)
          await jobs.sendMail(tx, from.id, mail)
        }
        await record('ownership.offered', to)
        const saved = await store.findOpenOffer(tx, workspaceId, at)
        if (!saved) throw notFound('offer')
        return offerBody(saved)
      })
      return result
    })
  })

  server.serve(ownership.withdraw, async (ask) =>
    changeWorkspace(services, ownership.withdraw, ask, async ({ tx, workspace, record }) => {
      const toUserId = await store.removeOffer(tx, workspace.workspaceId)
      if (toUserId === undefined) throw notFound('offer')
      const member = await findMember(tx, workspace.workspaceId, toUserId)
      await record('ownership.offer-withdrawn', member?.email)
      return undefined
    }),
  )

  // Makes the caller the owner and the former owner an approver.
  server.serve(ownership.accept, async (ask) => {
    const { person } = ask.caller
    return changeWorkspace(services, ownership.accept, ask, async ({ tx, workspace, at, record }) => {
      const { workspaceId, displayName: workspaceName } = workspace
      const offer = await requireOfferTo(tx, workspaceId, person.id, at)
      await checkMayOwnAnother(tx, person.id, config)
      if (!(await lockVerifiedPersonForShare(tx, person.id, person.email))) throw notFound('offer')
      await store.moveOwnership(tx, { workspaceId, fromUserId: offer.fromUserId, toUserId: person.id })
      await store.removeOffer(tx, workspaceId)
      await record('ownership.accepted', `${offer.fromEmail} → ${offer.toEmail}`)
      const mail = { to: offer.fromEmail, workspaceName, newOwner: person }
      await jobs.sendMail(tx, person.id, ownershipTakenMail(mail, config))
      return undefined
    })
  })

  server.serve(ownership.decline, async (ask) =>
    changeWorkspace(services, ownership.decline, ask, async ({ tx, workspace, at, record }) => {
      const offer = await requireOfferTo(tx, workspace.workspaceId, ask.caller.person.id, at)
      await store.removeOffer(tx, workspace.workspaceId)
      await record('ownership.declined', offer.fromEmail)
      return undefined
    }),
  )
}

async function requireOfferTo(
  tx: Orm,
  workspaceId: string,
  userId: string,
  now: Date,
): Promise<store.OfferRow> {
  const offer = await store.findOpenOffer(tx, workspaceId, now)
  if (offer?.toUserId !== userId) throw notFound('offer')
  return offer
}

/** Converts an offer to the API's format. */
function offerBody(row: store.OfferRow): OwnershipOffer {
  return {
    workspaceId: row.workspaceId,
    workspaceName: row.workspaceName,
    fromUserId: row.fromUserId,
    from: { firstName: row.fromFirstName, lastName: row.fromLastName },
    toUserId: row.toUserId,
    to: { firstName: row.toFirstName, lastName: row.toLastName },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    serviceAccounts: row.serviceAccounts,
    webhookCount: row.webhookCount,
  }
}

/** Sent to the member to whom the owner offers the workspace. */
function ownershipOfferedMail(
  facts: { to: string; workspaceName: string; from: NamedUser; expiresAt: Date },
  config: MailConfig,
): Mail {
  const workspace = quotedName(facts.workspaceName)
  return mailOf(
    {
      to: facts.to,
      subject: `You’ve been offered ownership of the workspace ${workspace}`,
      paragraphs: [
        `${nameWithAddress(facts.from)} wants to make you the owner of the workspace ${workspace}.`,
        `You can accept or decline the offer on your workspaces page. The offer expires on ${formatDay(facts.expiresAt)}.`,
      ],
      action: workspacesAction(config),
    },
    config,
  )
}

/** Sent to the former owner when the member has accepted. */
function ownershipTakenMail(
  facts: { to: string; workspaceName: string; newOwner: NamedUser },
  config: MailConfig,
): Mail {
  const workspace = quotedName(facts.workspaceName)
  return mailOf(
    {
      to: facts.to,
      subject: `You no longer own the workspace ${workspace}`,
      paragraphs: [
        `${nameWithAddress(facts.newOwner)} accepted your offer and now owns the workspace ${workspace}.`,
        `You are still a member. Your role is now ${roleLabels.APPROVER}.`,
      ],
      action: workspacesAction(config),
    },
    config,
  )
}
