import { may } from '@portal/contract/members/roles'
import { webhookRights } from '@portal/contract/webhooks/webhook-rights'
import { createFileRoute } from '@tanstack/react-router'
import { webhooksQuery } from '../../features/credentials/webhook-queries.ts'
import { WebhooksPage } from '../../features/credentials/webhooks-page.tsx'
import { loadForMember } from '../../features/workspaces/load-for-member.ts'
import { workspaceQuery } from '../../features/workspaces/workspace-queries.ts'
import { webhookIn } from '../../lib/guard/search-parameters.ts'
import { SectionLoadError } from '../../lib/layout/section-load-error.tsx'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/webhooks')({
  staticData: {
    name: 'workspace-webhooks',
    access: 'verified',
    section: {
      in: 'workspace',
      label: 'Webhooks',
      icon: 'send',
      order: 48,
      shortcut: 'h',
      right: webhookRights.readWebhooks,
    },
  },
  validateSearch: webhookIn,
  loader: ({ context: { queryClient }, params: { workspaceId } }) => {
    const workspace = queryClient.ensureQueryData(workspaceQuery(workspaceId))
    const webhooks = workspace.then(({ role }) =>
      may(role, webhookRights.readWebhooks)
        ? queryClient.ensureQueryData(webhooksQuery(workspaceId))
        : undefined,
    )
    return loadForMember([webhooks])
  },
  component: RouteComponent,
  errorComponent: SectionLoadError,
})

function RouteComponent() {
  return <WebhooksPage workspaceId={Route.useParams().workspaceId} webhookId={Route.useSearch().webhook} />
}
