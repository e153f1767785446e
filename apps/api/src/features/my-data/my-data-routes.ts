/** Downloading a user's data and deleting their account. See docs/product/account.md#downloading-data. */
import { myData } from '@portal/contract/my-data/my-data'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import { invalid, notFound } from '../../http/errors/refusal.ts'
import { clearSessionCookies } from '../../http/headers/cookies.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { listLeftBehind } from '../members/left-behind-store.ts'
import { deleteAccount } from './account-deletion-actions.ts'
import { isBlocking } from './account-deletion-rules.ts'
import { listJoinedWorkspaces, listOwnWorkspaces } from './account-deletion-store.ts'
import { collectMyData } from './my-data.ts'

export function myDataRoutes(server: Server, services: Services): void {
  const { config, database, now } = services
  const db = database.orm

  server.serve(myData.download, async ({ caller, reply }) => {
    const data = await collectMyData(db, caller.person.id, now())
    if (!data) throw notFound('account')
    reply.header('content-disposition', 'attachment; filename="my-data.json"')
    return data
  })

  server.serve(myData.deletionPreview, async ({ caller }) => {
    const { id, emailVerified } = caller.person
    // Staff may have created workspaces for an unverified address, which gives no access to them.
    const own = emailVerified ? await listOwnWorkspaces(db, id) : []
    const joined = emailVerified ? await listJoinedWorkspaces(db, id) : []
    const left = await listLeftBehind(db, { userId: id, workspaceIds: joined.map((row) => row.id) }, now())
    const leftBehind = joined.map((workspace) => {
      const isHere = (row: { workspaceId: string }) => row.workspaceId === workspace.id
      const { invitations, shownTokens, trustRules } = left
      return {
        workspace,
        invitations: invitations.filter(isHere),
        shownTokens: shownTokens.filter(isHere),
        trustRules: trustRules.filter(isHere),
      }
    })
    return {
      blockedBy: own.filter(isBlocking),
      goesWith: own.filter((workspace) => !isBlocking(workspace)),
      leftBehind: leftBehind.filter(
        ({ invitations, shownTokens, trustRules }) =>
          invitations.length + shownTokens.length + trustRules.length > 0,
      ),
    }
  })

  server.serve(myData.deleteAccount, async ({ body, caller, request, reply }) => {
    const { person } = caller
    if (normalizeEmail(body.confirmation) !== normalizeEmail(person.email))
      throw invalid('confirmation', 'Type the email address of your account to confirm.')
    await deleteAccount(services, caller, request.ip)
    clearSessionCookies(reply, config)
    return undefined
  })
}
