/** Service accounts of a workspace. */
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { createServiceAccount, deleteServiceAccount, saveServiceAccount } from './service-account-actions.ts'
import { serviceAccountBody } from './service-account-rules.ts'
import { listServiceAccounts } from './service-account-store.ts'

export function serviceAccountRoutes(server: Server, services: Services): void {
  const { database, now } = services

  server.serve(serviceAccounts.list, async ({ params }) => {
    const rows = await listServiceAccounts(database.orm, params.workspaceId, now())
    return { serviceAccounts: rows.map(serviceAccountBody) }
  })

  server.serve(serviceAccounts.create, async (ask) => ({
    serviceAccount: serviceAccountBody(await createServiceAccount(services, ask, ask.body)),
  }))

  server.serve(serviceAccounts.update, async (ask) => ({
    serviceAccount: serviceAccountBody(await saveServiceAccount(services, ask, ask.body)),
  }))

  server.serve(serviceAccounts.delete, async (ask) => {
    await deleteServiceAccount(services, ask)
    return undefined
  })
}
