/** Ownership moves only by an offer that the other accepts (RULES section 6). */
import { ownershipOfferLifetimeDays } from '@portal/contract/limits'
import { ownership } from '@portal/contract/ownership'
import { normalizeEmail } from '@portal/contract/text-rules'
import { checkStanding } from '../../http/access.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { recordActivity } from '../activity/activity-store.ts'
import { findMember, holdVerifiedPerson } from '../members/member-store.ts'
import { lockStanding } from '../workspaces/workspace-lock-store.ts'
import { ownershipOfferedMail, ownershipTakenMail } from '../workspaces/workspace-mails.ts'
import { offerBody } from './ownership-rules.ts'
import * as store from './ownership-store.ts'

const dayMs = 86_400_000

export function ownershipRoutes(server: Server, { config, database, jobs, now }: Services): void {
  const db = database.orm

  server.serve(ownership.mine, async ({ caller }) => {
    const rows = await store.listOpenOffers(db, caller.person.id, now())
    return rows.map(offerBody)
  })

  server.serve(ownership.offer, async ({ params, body, caller, request }) => {
    const { workspaceId } = params
    const { person } = caller
    const at = now()
    const expiresAt = new Date(at.getTime() + ownershipOfferLifetimeDays * dayMs)
    return database.transaction(async (tx) => {
      const standing = await lockStanding(tx, workspaceId, person.id)
      const workspace = checkStanding(standing, ownership.offer.access)
      if (body.userId === person.id) throw new Refusal('Conflict', 'You own this workspace already.')
      const member = await findMember(tx, workspaceId, body.userId)
      if (!member?.emailVerified) throw notFound('member')
      await store.saveOffer(tx, {
        workspaceId,
        fromUserId: person.id,
        toUserId: member.userId,
        createdAt: at,
        expiresAt,
      })
      const facts = { workspaceName: workspace.displayName, from: person, expiresAt }
      await jobs.send(tx, 'mail.send', ownershipOfferedMail({ to: member.email, ...facts }, config))
      await recordActivity(tx, {
        workspaceId,
        actorUserId: person.id,
        act: 'ownership.offered',
        subject: member.email,
        ipAddress: request.ip,
        at,
      })
      const offer = await store.findOpenOffer(tx, workspaceId, at)
      if (!offer) throw notFound('offer')
      return offerBody(offer)
    })
  })

  server.serve(ownership.withdraw, async ({ params, caller, request }) => {
    const { workspaceId } = params
    const at = now()
    await database.transaction(async (tx) => {
      checkStanding(await lockStanding(tx, workspaceId, caller.person.id), ownership.withdraw.access)
      const toUserId = await store.removeOffer(tx, workspaceId)
      if (toUserId === undefined) throw notFound('offer')
      const member = await findMember(tx, workspaceId, toUserId)
      await recordActivity(tx, {
        workspaceId,
        actorUserId: caller.person.id,
        act: 'ownership.offer-withdrawn',
        subject: member?.email,
        ipAddress: request.ip,
        at,
      })
    })
    return undefined
  })

  server.serve(ownership.accept, async ({ params, caller, request }) => {
    const { workspaceId } = params
    const { person } = caller
    const at = now()
    await database.transaction(async (tx) => {
      const standing = await lockStanding(tx, workspaceId, person.id)
      const workspace = checkStanding(standing, ownership.accept.access)
      const offer = await store.findOpenOffer(tx, workspaceId, at)
      if (offer?.toUserId !== person.id) throw notFound('offer')
      if (!(await holdVerifiedPerson(tx, person.id, normalizeEmail(person.email)))) throw notFound('offer')
      await store.moveOwnership(tx, { workspaceId, fromUserId: offer.fromUserId, toUserId: person.id })
      await store.removeOffer(tx, workspaceId)
      await recordActivity(tx, {
        workspaceId,
        actorUserId: person.id,
        act: 'ownership.accepted',
        subject: `${offer.fromEmail} → ${offer.toEmail}`,
        ipAddress: request.ip,
        at,
      })
      const facts = { workspaceName: workspace.displayName, newOwner: person }
      await jobs.send(tx, 'mail.send', ownershipTakenMail({ to: offer.fromEmail, ...facts }, config))
    })
    return undefined
  })

  server.serve(ownership.decline, async ({ params, caller, request }) => {
    const { workspaceId } = params
    const { person } = caller
    const at = now()
    await database.transaction(async (tx) => {
      checkStanding(await lockStanding(tx, workspaceId, person.id), ownership.decline.access)
      const offer = await store.findOpenOffer(tx, workspaceId, at)
      if (offer?.toUserId !== person.id) throw notFound('offer')
      await store.removeOffer(tx, workspaceId)
      await recordActivity(tx, {
        workspaceId,
        actorUserId: person.id,
        act: 'ownership.declined',
        subject: offer.fromEmail,
        ipAddress: request.ip,
        at,
      })
    })
    return undefined
  })
}
