/** Creating production workspaces for users. See docs/product/staff.md#production-workspaces. */
import { staffProduction } from '@portal/contract/staff/production/production'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import { notFound, Refusal } from '../../../http/errors/refusal.ts'
import type { Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { listAccountsOfAddress } from '../accounts/staff-account-store.ts'
import { recordLookUps } from '../records/staff-record-store.ts'
import { provisionWorkspace } from './production-workspace-actions.ts'

export function productionWorkspaceRoutes(server: Server, services: Services): void {
  const { database, now } = services

  server.serve(staffProduction.setup, async (ask) => {
    const { body, caller, request } = ask
    const emailKey = normalizeEmail(body.userEmail)
    const accounts = await listAccountsOfAddress(database.orm, body.userEmail)
    const [account, ...others] = accounts
    if (account && others.length === 0)
      return { newWorkspace: await provisionWorkspace(services, account.id, ask) }
    await recordLookUps(
      database.orm,
      {
        staffUserId: caller.person.id,
        act: 'looked-up.people-of-address',
        after: { email: emailKey },
        ipAddress: request.ip,
        at: now(),
      },
      accounts.map(({ id }) => id),
    )
    if (!account) throw notFound('account')
    throw new Refusal('Conflict', 'Several accounts have this address. Choose one of them by its id.', {
      choices: accounts.map(({ id, email, auth0Id }) => ({ id, email, auth0Id })),
    })
  })

  server.serve(staffProduction.setupByUserId, async (ask) => ({
    newWorkspace: await provisionWorkspace(services, ask.body.userId.trim(), ask),
  }))
}
