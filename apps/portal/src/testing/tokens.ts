import type { ServiceAccount } from '@portal/contract/service-accounts/service-accounts'
import type { AuthToken } from '@portal/contract/tokens/token-schemas'
import { tokens } from '@portal/contract/tokens/tokens'
import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import { person, workspace } from './people.ts'
import { type RenderAppOptions, renderApp } from './render-app.tsx'

/** Two years, the API's default. */
export const maxLifetimeMs = 63_115_200_000

/** An active token of `person()` that was never rotated, unless overridden. */
export function authToken(more: Partial<AuthToken> = {}): AuthToken {
  const token = {
    id: '01JTOKEN000000000000000001',
    name: 'Deploys',
    permission: 'read' as const,
    userId: person().id,
    workspaceId: workspace().id,
    claims: {
      version: '2',
      sub: person().id,
      userId: person().id,
      workspaceId: workspace().id,
      role: 'automation',
    },
    createdAt: '2024-11-06T10:00:00.000Z',
    expiresAt: '2124-11-06T10:00:00.000Z',
    lastUsedAt: null,
    lastUsedIp: null,
    createdBy: { userId: person().id, firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
    serviceAccount: null,
    pausedUntil: null,
    ...more,
  }
  const { createdAt, expiresAt = '2124-11-06T10:00:00.000Z', lastUsedAt, lastUsedIp } = token
  return { secrets: [{ createdAt, expiresAt, retiresAt: null, lastUsedAt, lastUsedIp }], ...token }
}

export const serviceAccount: ServiceAccount = {
  id: 'S1',
  name: 'deploy-bot',
  description: null,
  createdBy: authToken().createdBy,
  createdAt: authToken().createdAt,
  disabledAt: null,
  lastUsedAt: null,
  activeTokenCount: 0,
}

export const disabledServiceAccount: ServiceAccount = {
  ...serviceAccount,
  id: 'S2',
  name: 'old-bot',
  disabledAt: '2024-11-07T10:00:00.000Z',
}

/** Renders the API tokens page of a workspace with these tokens. */
export function renderTokens(
  list: AuthToken[],
  { role = 'OWNER', ...options }: RenderAppOptions & { role?: Workspace['role'] } = {},
) {
  const { id } = workspace()
  return renderApp(`/workspace/${id}/tokens`, {
    ...options,
    prepare: (api) => {
      api.reply(workspaces.read, workspace({ role }))
      api.reply(tokens.list, { authTokens: list, maxLifetimeMs })
      options.prepare?.(api)
    },
  })
}
