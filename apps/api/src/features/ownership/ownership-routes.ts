/** Ownership offers: list, create, withdraw, accept, decline. */
import { ownership } from '@portal/contract/ownership'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { acceptOffer, declineOffer, offerOwnership, withdrawOffer } from './ownership-actions.ts'
import { offerBody } from './ownership-rules.ts'
import { listOpenOffers } from './ownership-store.ts'

export function ownershipRoutes(server: Server, services: Services): void {
  const { database, now } = services

  server.serve(ownership.mine, async ({ caller }) => {
    const rows = await listOpenOffers(database.orm, caller.person.id, now())
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
