/** The calls of the page that asks whether an account is the user's. See docs/product/account.md#is-it-yours. */
import { accountJoins } from '@portal/contract/account-joins/account-joins'
import { accountJoinListMax } from '@portal/contract/limits'
import { providerName } from '@portal/contract/sessions/provider-name'
import type { FastifyRequest } from 'fastify'
import { notFound, Refusal } from '../../http/errors/refusal.ts'
import { clearJoinCookie, readJoinCookie } from '../../http/headers/cookies.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { listOwnWorkspaces } from '../my-data/account-deletion-store.ts'
import { confirmAccount, readPendingJoin } from './account-join-actions.ts'
import * as store from './account-join-store.ts'
import { denyAccount } from './account-reset-actions.ts'

export function accountJoinRoutes(server: Server, services: Services): void {
  const { config, database } = services

  /** Returns the browser's cookie. There is no session whose XSRF token could be required. */
  function secretOf(request: FastifyRequest): string {
    const secret = readJoinCookie(request, config)
    if (secret === undefined) throw notFound('question')
    if (request.headers.origin !== config.portalOrigin)
      throw new Refusal('CrossSiteRequest', 'This request did not come from the portal.')
    return secret
  }

  server.serve(accountJoins.read, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store')
    const { pending, account } = await readPendingJoin(services, readJoinCookie(request, config))
    const subjects = await store.listLinkedSubjects(database.orm, account.id)
    const own = await listOwnWorkspaces(database.orm, account.id)
    const people = await store.listPeopleInvitedBy(database.orm, account.id)
    return {
      email: account.email,
      openedAt: account.signupAt.toISOString(),
      ways: subjects.map(providerName),
      newWay: providerName(pending.subject),
      workspaces: own.slice(0, accountJoinListMax),
      people: people.map(({ invitationId, email, workspaceName, isMember }) => ({
        invitationId,
        email,
        workspaceName,
        isMember,
      })),
    }
  })

  server.serve(accountJoins.confirm, async ({ request }) => {
    await confirmAccount(services, secretOf(request))
    return undefined
  })

  server.serve(accountJoins.deny, async ({ body, request, reply }) => {
    const secret = secretOf(request)
    await denyAccount(services, { secret, keepInvitationIds: body.keepInvitationIds, ipAddress: request.ip })
    clearJoinCookie(reply, config)
    return undefined
  })
}
