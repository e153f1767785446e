import type { Actor } from '@portal/contract/access-review/access-review'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import {
  type Exchange,
  type ExchangeCount,
  type TrustRule,
  trustRules,
} from '@portal/contract/trust-rules/trust-rules'
import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import { workspace } from './people.ts'
import { type RenderAppOptions, renderApp } from './render-app.tsx'
import { serviceAccount } from './tokens.ts'

export const deployBot = { ...serviceAccount, id: '01JSERVICEACCOUNT000000001' }

/** A rule for a repository on GitHub, unless overridden. */
export function trustRule(more: Partial<TrustRule> = {}): TrustRule {
  return {
    id: '01JTRUSTRULE00000000000001',
    name: 'main',
    issuer: 'https://token.actions.githubusercontent.com',
    audience: 'http://localhost:9001',
    preset: 'github',
    claims: { repository_id: '1001', repository_owner_id: '77', event_name: 'push' },
    lifetime: 15,
    isLearning: false,
    learningUntil: null,
    createdAt: '2026-11-01T10:00:00.000Z',
    lastUsedAt: null,
    ...more,
  }
}

/** The rule in the access review. No run has used it yet, unless overridden. */
export function ruleActor(more: Partial<Actor> = {}): Actor {
  const { id, name, createdAt, lastUsedAt } = trustRule()
  return {
    kind: 'trustRule',
    ...{ id, name, createdAt, lastUsedAt },
    userId: null,
    email: null,
    role: null,
    permission: null,
    serviceAccount: { id: deployBot.id, name: deployBot.name },
    createdBy: null,
    state: 'active',
    lastUsedIp: null,
    expiresAt: null,
    ...more,
  }
}

/** A run of that repository that its rule accepted, unless overridden. */
export function exchangeEntry(more: Partial<Exchange> = {}): Exchange {
  const { id, name, issuer } = trustRule()
  return {
    id: '01JEXCHANGE000000000000001',
    at: new Date().toISOString(),
    ipAddress: '203.0.113.7',
    issuer,
    outcome: 'accepted',
    count: 1,
    trustRule: { id, name },
    problems: [],
    claims: {
      aud: 'http://localhost:9001',
      sub: 'repo:acme/infra:ref:refs/heads/main',
      repository: 'acme/infra',
      repository_id: '1001',
      repository_owner_id: '77',
      event_name: 'push',
      ref: 'refs/heads/main',
    },
    ...more,
  }
}

export interface TrustRulesState {
  rules?: TrustRule[]
  exchanges?: Exchange[]
  counts?: ExchangeCount[]
  role?: Workspace['role']
}

/** Renders the trust rules of `deployBot`. */
export function renderTrustRules(state: TrustRulesState = {}, options: RenderAppOptions = {}) {
  const { rules = [], exchanges = [], counts = [], role = 'OWNER' } = state
  return renderApp(`/workspace/${workspace().id}/service-accounts/${deployBot.id}/trust-rules`, {
    ...options,
    prepare: (api) => {
      api.reply(workspaces.read, workspace({ role }))
      api.reply(serviceAccounts.list, { serviceAccounts: [deployBot] })
      api.reply(trustRules.list, { trustRules: rules })
      api.reply(trustRules.exchanges, { exchanges, counts })
      options.prepare?.(api)
    },
  })
}
