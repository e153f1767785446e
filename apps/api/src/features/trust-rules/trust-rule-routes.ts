/** Trust rules of service accounts, and the exchanges under them (docs/product/trust-rules.md#rules). */
import { presetOf } from '@portal/contract/trust-rules/trust-rule-presets'
import {
  type Exchange,
  type ExchangeCount,
  type TrustRule,
  trustRules,
} from '@portal/contract/trust-rules/trust-rules'
import { ulid } from 'ulid'
import { checkLimit } from '../../guard/account-limits.ts'
import { createOnce } from '../../guard/idempotency-store.ts'
import { notFound } from '../../http/errors/refusal.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import {
  checkMayMakeCredentials,
  requireServiceAccount,
} from '../service-accounts/service-account-actions.ts'
import { changeWorkspace } from '../workspaces/workspace-change-actions.ts'
import { type ExchangeRow, listExchangeCounts, listExchanges } from './exchange-store.ts'
import { planRule } from './trust-rule-rules.ts'
import * as store from './trust-rule-store.ts'

export function trustRuleRoutes(server: Server, services: Services): void {
  const { config, database, now } = services
  const db = database.orm

  server.serve(trustRules.list, async ({ params }) => {
    const { id } = await requireServiceAccount(db, params, now())
    const rows = await store.listTrustRules(db, id)
    return { trustRules: rows.map((row) => trustRuleBody(row, now())) }
  })

  server.serve(trustRules.create, async (ask) => {
    const planned = planRule(ask.body, config.FEDERATION_TRUSTED_ISSUERS, now())
    return changeWorkspace(services, trustRules.create, ask, async ({ tx, workspace, at, record }) => {
      await checkMayMakeCredentials(services, tx, workspace)
      const { id: serviceAccountId, name } = await requireServiceAccount(tx, ask.params, at)
      const { result: trustRuleId } = await createOnce(tx, ask, at, async () => {
        checkLimit('trustRulesOfServiceAccount', await store.countTrustRules(tx, serviceAccountId), config)
        const id = ulid(at.getTime())
        const of = { serviceAccountId, workspaceId: ask.params.workspaceId }
        const createdByUserId = ask.caller.person.id
        await store.insertTrustRule(tx, { id, ...of, ...planned, createdByUserId, createdAt: at })
        await record('trust-rule.created', `${name}: ${planned.name}`)
        return id
      })
      const rule = await store.findTrustRule(tx, { serviceAccountId, trustRuleId })
      if (!rule) throw notFound('trust rule')
      return { trustRule: trustRuleBody(rule, at) }
    })
  })

  server.serve(trustRules.delete, async (ask) =>
    changeWorkspace(services, trustRules.delete, ask, async ({ tx, at, record }) => {
      const { name } = await requireServiceAccount(tx, ask.params, at)
      const rule = await store.findTrustRule(tx, ask.params)
      if (!rule) throw notFound('trust rule')
      await store.deleteTrustRule(tx, rule.id, ask.caller.person.id, at)
      await record('trust-rule.deleted', `${name}: ${rule.name}`)
      return undefined
    }),
  )

  server.serve(trustRules.exchanges, async ({ params }) => {
    const { id } = await requireServiceAccount(db, params, now())
    const [exchanges, counts] = await Promise.all([listExchanges(db, id), listExchangeCounts(db, id)])
    return { exchanges: exchanges.map(exchangeBody), counts: counts.map(countBody) }
  })
}

function trustRuleBody(row: store.TrustRuleRow, now: Date): TrustRule {
  return {
    id: row.id,
    name: row.name,
    issuer: row.issuer,
    audience: row.audience,
    preset: presetOf(row.issuer, row.claims),
    claims: row.claims,
    lifetime: row.lifetimeMinutes,
    isLearning: row.learningUntil !== null && row.learningUntil > now,
    learningUntil: row.learningUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }
}

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
