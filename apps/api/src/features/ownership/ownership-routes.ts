/** Ownership offers: list, create, withdraw, accept, decline. */
import { ownership } from '@portal/contract/ownership/ownership'
import { readListPage } from '../../http/lists/list-page.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { acceptOffer, declineOffer, offerOwnership, withdrawOffer } from './ownership-actions.ts'
import { offerBody } from './ownership-rules.ts'
import { listOpenOffers, type OfferKey, type OfferRow } from './ownership-store.ts'

export function ownershipRoutes(server: Server, services: Services): void {
  const { database, now } = services

  server.serve(ownership.mine, async (ask) => {
    const of = { userId: ask.caller.person.id, now: now() }
    const rows = await readListPage(services, ask, {
      call: ownership.mine,
      keyOf: ({ createdAt, workspaceId }: OfferRow): OfferKey => [createdAt.toISOString(), workspaceId],
      read: (page) => listOpenOffers(database.orm, of, page),
    })
    return rows.map(offerBody)
  })

  server.serve(ownership.offer, async (ask) => offerOwnership(services, ask, ask.body.userId))

  server.serve(ownership.withdraw, async (ask) => {
    await withdrawOffer(services, ask)
    return undefined
  })

  server.serve(ownership.accept, async (ask) => {
    await acceptOffer(services, ask)
    return undefined
  })

  server.serve(ownership.decline, async (ask) => {
    await declineOffer(services, ask)
    return undefined
  })
}
