import { type Delivery, type Webhook, webhooks } from '@portal/contract/webhooks/webhooks'
import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import { person, workspace } from './people.ts'
import { type RenderAppOptions, renderApp } from './render-app.tsx'

const yesterday = new Date(Date.now() - 86_400_000).toISOString()

/** An active webhook, unless overridden. */
export function webhook(more: Partial<Webhook> = {}): Webhook {
  return {
    id: 'H1',
    url: 'https://hooks.example.com/portal',
    description: 'Alerts of the security team',
    types: ['token.created', 'member.joined'],
    createdBy: { userId: person().id, email: 'ada@example.com' },
    createdAt: '2026-11-01T10:00:00.000Z',
    disabledReason: null,
    disabledAt: null,
    failingSince: null,
    previousSecretUntil: null,
    ...more,
  }
}

/** A failed second attempt, unless overridden. */
export function delivery(more: Partial<Delivery> = {}): Delivery {
  return {
    id: 'D1',
    kind: 'event',
    eventId: 'E1',
    type: 'token.created',
    at: yesterday,
    attempt: 2,
    status: 500,
    problem: null,
    isSuccess: false,
    durationMs: 84,
    nextAttemptAt: new Date(Date.now() + 1_800_000).toISOString(),
    event: {
      id: 'E1',
      type: 'token.created',
      at: yesterday,
      actor: { kind: 'user', id: person().id, name: 'Ada Lovelace' },
      subject: 'Nightly deploy',
      data: { ipAddress: '192.0.2.10', tokenName: null },
    },
    answer: 'Out of disk space',
    ...more,
  }
}

interface RenderWebhooksOptions extends RenderAppOptions {
  role?: Workspace['role']
  /** The search part of the address. */
  search?: string
}

/** Renders the webhooks of a workspace. */
export async function renderWebhooks(
  list = [webhook()],
  { role = 'OWNER', search = '', ...options }: RenderWebhooksOptions = {},
) {
  const app = await renderApp(`/workspace/W1/webhooks${search}`, {
    ...options,
    prepare: (api) => {
      api.reply(workspaces.read, workspace({ id: 'W1', role }))
      api.reply(webhooks.list, { webhooks: list })
      options.prepare?.(api)
    },
  })
  const choose = async (name: string) => {
    await app.screen.getByRole('button', { name: `Actions for ${webhook().url}` }).click()
    await app.screen.getByRole('menuitem', { name }).click()
  }
  return { ...app, choose, table: app.screen.getByRole('grid', { name: 'Webhooks' }) }
}
