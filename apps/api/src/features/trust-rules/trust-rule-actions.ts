/** Creates and deletes trust rules (docs/product/trust-rules.md#rules). Each action records one activity. */
import { type NewTrustRule, trustRules } from '@portal/contract/trust-rules/trust-rules'
import { ulid } from 'ulid'
import type { Orm } from '../../db/database.ts'
import { checkLimit } from '../../guard/account-limits.ts'
import { createOnce } from '../../guard/idempotency-actions.ts'
import { notFound } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import {
  checkMayMakeCredentials,
  requireServiceAccount,
} from '../service-accounts/service-account-actions.ts'
import { changeWorkspace, type WorkspaceRequest } from '../workspaces/workspace-change-actions.ts'
import { planRule } from './trust-rule-rules.ts'
import * as store from './trust-rule-store.ts'

/** A request whose path names a service account. */
interface ServiceAccountRequest extends WorkspaceRequest {
  params: { workspaceId: string; serviceAccountId: string }
}

/** A request whose path names a trust rule. */
export interface TrustRuleRequest extends ServiceAccountRequest {
  params: ServiceAccountRequest['params'] & { trustRuleId: string }
}

async function requireTrustRule(
  tx: Orm,
  params: { serviceAccountId: string; trustRuleId: string },
): Promise<store.TrustRuleRow> {
  const rule = await store.findTrustRule(tx, params)
  if (!rule) throw notFound('trust rule')
  return rule
}

export async function createTrustRule(
  services: Services,
  origin: ServiceAccountRequest,
  wanted: NewTrustRule,
): Promise<store.TrustRuleRow> {
  const { config } = services
  const { workspaceId } = origin.params
  const planned = planRule(wanted, config.FEDERATION_TRUSTED_ISSUERS, services.now())
  return changeWorkspace(services, trustRules.create, origin, async (change) => {
    const { tx, workspace, at, record } = change
    await checkMayMakeCredentials(services, tx, workspace)
    const { id: serviceAccountId, name } = await requireServiceAccount(tx, origin.params, at)
    const { result: trustRuleId } = await createOnce(tx, origin, at, async () => {
      checkLimit('trustRulesOfServiceAccount', await store.countTrustRules(tx, serviceAccountId), config)
      const ruleId = ulid(at.getTime())
      await store.insertTrustRule(tx, {
        id: ruleId,
        serviceAccountId,
        workspaceId,
        ...planned,
        createdByUserId: origin.caller.person.id,
        createdAt: at,
      })
      await record('trust-rule.created', `${name}: ${planned.name}`)
      return ruleId
    })
    return requireTrustRule(tx, { serviceAccountId, trustRuleId })
  })
}

/** Deletes a rule and revokes the tokens that it issued. */
export async function deleteTrustRule(services: Services, origin: TrustRuleRequest): Promise<void> {
  await changeWorkspace(services, trustRules.delete, origin, async ({ tx, at, record }) => {
    const { name } = await requireServiceAccount(tx, origin.params, at)
    const rule = await requireTrustRule(tx, origin.params)
    await store.deleteTrustRule(tx, rule.id, origin.caller.person.id, at)
    await record('trust-rule.deleted', `${name}: ${rule.name}`)
  })
}
