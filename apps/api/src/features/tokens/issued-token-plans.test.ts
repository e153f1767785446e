/** A workspace whose pipelines have left very many expired tokens: what people do with the others must not read them. */
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { trustRules } from '@portal/contract/trust-rules/trust-rules'
import { type SQL, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeFederationScene } from '../../testing/federation-scene.ts'
import { selectTokens } from '../access-review/access-review-store.ts'
import { activeTokens, managedTokens } from './api-token-store.ts'

const test = useTestApp()
const count = 20_000

async function planOf(query: { getSQL(): SQL }): Promise<string> {
  const result = await test.database.orm.execute(sql`explain ${query.getSQL()}`)
  return JSON.stringify((result as unknown as { rows: unknown[] }).rows)
}

/** How many rows have been written since they were inserted. */
async function countChanged(): Promise<number> {
  const result = await test.database.orm.execute(
    sql`select count(*)::int as changed from auth_tokens where revoked_at is not null`,
  )
  return (result as unknown as { rows: { changed: number }[] }).rows[0]?.changed ?? 0
}

it('Lists, counts and revocations leave out the expired tokens of pipelines', async () => {
  const { team, params } = await makeFederationScene(test)
  const { body } = await test.send(trustRules.list, { params }, team.owner)
  const trustRuleId = body.trustRules[0]?.id ?? ''
  await test.database.orm.execute(sql`
    insert into auth_tokens
      (id, kind, user_id, workspace_id, service_account_id, trust_rule_id, name, created_at, expires_at)
    select 'T' || lpad(n::text, 25, '0'), 'api', ${team.owner.user.id}, ${params.workspaceId},
      ${params.serviceAccountId}, ${trustRuleId}, 'main', now() - interval '2 days',
      now() + (case when n = 1 then 1 else -1440 end) * interval '1 minute'
    from generate_series(1, ${count}::int) n`)
  await test.database.orm.execute(sql`analyze auth_tokens`)
  const { orm } = test.database
  expect(await planOf(managedTokens(orm, params.workspaceId, { limit: 1_000, after: undefined }))).toContain(
    'auth_tokens_managed',
  )
  expect(await planOf(activeTokens(orm, params.workspaceId, test.now()))).toContain('auth_tokens_active')
  const page = { workspaceId: params.workspaceId, now: test.now(), afterId: '', limit: 1_000 }
  expect(await planOf(selectTokens(orm, page))).toMatch(/auth_tokens_(active|managed)/)
  const list = await test.send(tokens.list, { params: team.params }, team.editor)
  expect(list.body.authTokens).toEqual([])
  await test.send(trustRules.delete, { params: { ...params, trustRuleId } }, team.owner)
  expect(await countChanged()).toBe(1)
  expect((await test.send(serviceAccounts.delete, { params }, team.owner)).status).toBe(204)
  expect(await countChanged()).toBe(1)
})
