/** Trust rules of service accounts, and the exchanges under them. */
import { type Exchange, type ExchangeCount, trustRules } from '@portal/contract/trust-rules/trust-rules'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { requireServiceAccount } from '../service-accounts/service-account-actions.ts'
import { type ExchangeRow, listExchangeCounts, listExchanges } from './exchange-store.ts'
import { createTrustRule, deleteTrustRule } from './trust-rule-actions.ts'
import { trustRuleBody } from './trust-rule-rules.ts'
import { listTrustRules } from './trust-rule-store.ts'

function exchangeBody(row: ExchangeRow): Exchange {
  const { id, at, ipAddress, issuer, outcome, count, trustRuleId, trustRuleName, problems, claims } = row
  const trustRule =
    trustRuleId !== null && trustRuleName !== null ? { id: trustRuleId, name: trustRuleName } : null
  return { id, at: at.toISOString(), ipAddress, issuer, outcome, count, trustRule, problems, claims }
}

function countBody(row: Awaited<ReturnType<typeof listExchangeCounts>>[number]): ExchangeCount {
  const { reason, count, lastAt, detail } = row
  return { reason, count, lastAt: lastAt.toISOString(), detail }
}

export function trustRuleRoutes(server: Server, services: Services): void {
  const { database, now } = services
  const db = database.orm

  server.serve(trustRules.list, async ({ params }) => {
    const { id } = await requireServiceAccount(db, params, now())
    const rows = await listTrustRules(db, id)
    return { trustRules: rows.map((row) => trustRuleBody(row, now())) }
  })

  server.serve(trustRules.create, async (ask) => ({
    trustRule: trustRuleBody(await createTrustRule(services, ask, ask.body), now()),
  }))

  server.serve(trustRules.delete, async (ask) => {
    await deleteTrustRule(services, ask)
    return undefined
  })

  server.serve(trustRules.exchanges, async ({ params }) => {
    const { id } = await requireServiceAccount(db, params, now())
    const [exchanges, counts] = await Promise.all([listExchanges(db, id), listExchangeCounts(db, id)])
    return { exchanges: exchanges.map(exchangeBody), counts: counts.map(countBody) }
  })
}
