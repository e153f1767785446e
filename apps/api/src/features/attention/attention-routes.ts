/** What needs the caller's attention (docs/product/workspaces.md#attention). */
import { attention } from '@portal/contract/attention/attention'
import { readListPage } from '../../http/lists/list-page.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { keyOfAttention, listAttention } from './attention-store.ts'

export function attentionRoutes(server: Server, services: Services): void {
  const { database, now } = services
  server.serve(attention.list, async (ask) => {
    const rows = await readListPage(services, ask, {
      call: attention.list,
      keyOf: keyOfAttention,
      read: (page) => listAttention(database, ask.caller.person.id, now(), page),
    })
    return rows.map(({ at, lastUsedAt, ...row }) => ({
      ...row,
      at: at.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }))
  })
}
