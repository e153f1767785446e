import { createFileRoute } from '@tanstack/react-router'
import { NotYetPage } from '../../shell/not-yet-page.tsx'

export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/tokens')({
  staticData: { name: 'workspace-api-tokens' },
  component: () => <NotYetPage title="API Tokens" />,
})
