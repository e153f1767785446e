import { trustRuleLifetimeDefaultMinutes } from '@portal/contract/trust-rules/trust-rules'
import type { Orm } from '../../apps/api/src/db/database.ts'
import { serviceAccounts } from '../../apps/api/src/features/service-accounts/service-account-table.ts'
import { tokenExchanges } from '../../apps/api/src/features/trust-rules/exchange-table.ts'
import { trustRules } from '../../apps/api/src/features/trust-rules/trust-rule-table.ts'
import { demoId } from './demo-id.ts'
import type { SeededPeople } from './demo-people.ts'
import type { DemoServiceAccount, DemoTrustRule, DemoWorkspace } from './demo-workspace.ts'

export const serviceAccountIdOf = ({ id }: DemoWorkspace, { name, createdAt }: DemoServiceAccount) =>
  demoId(createdAt, 'service account', id, name)

/** Inserts the service accounts of a workspace, with their trust rules and the attempts under each rule. */
export async function insertServiceAccounts(
  tx: Orm,
  workspace: DemoWorkspace,
  people: SeededPeople,
): Promise<void> {
  for (const serviceAccount of workspace.serviceAccounts ?? []) {
    const of = { serviceAccountId: serviceAccountIdOf(workspace, serviceAccount), workspaceId: workspace.id }
    const { name, description, by, createdAt } = serviceAccount
    await tx.insert(serviceAccounts).values({
      id: of.serviceAccountId,
      workspaceId: workspace.id,
      name,
      nameKey: name.toLowerCase(),
      description,
      createdByUserId: people[by].id,
      createdAt,
    })
    for (const rule of serviceAccount.trustRules ?? []) await insertTrustRule(tx, of, rule, people)
  }
}

async function insertTrustRule(
  tx: Orm,
  of: { serviceAccountId: string; workspaceId: string },
  rule: DemoTrustRule,
  people: SeededPeople,
): Promise<void> {
  const { name, issuer, claims, by, createdAt, lastUsedAt, exchanges = [] } = rule
  const id = demoId(createdAt, 'trust rule', of.serviceAccountId, name)
  await tx.insert(trustRules).values({
    id,
    ...of,
    name,
    issuer,
    audience: 'https://api.example.com',
    claims,
    lifetimeMinutes: trustRuleLifetimeDefaultMinutes,
    createdByUserId: people[by].id,
    createdAt,
    lastUsedAt,
  })
  const attempts = exchanges.map(({ at, ipAddress, claims: received, problems = [] }) => ({
    id: demoId(at, 'exchange', id),
    ...of,
    at,
    ipAddress,
    issuer,
    outcome: problems.length > 0 ? ('mismatch' as const) : ('accepted' as const),
    trustRuleId: id,
    trustRuleName: name,
    problems,
    claims: received,
  }))
  if (attempts.length > 0) await tx.insert(tokenExchanges).values(attempts)
}
