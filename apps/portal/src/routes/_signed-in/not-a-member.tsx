import { createFileRoute } from '@tanstack/react-router'
import { NotAMemberPage } from '../../features/workspaces/not-a-member-page.tsx'
import { textIn } from '../../lib/guard/search-parameters.ts'

export const Route = createFileRoute('/_signed-in/not-a-member')({
  staticData: { name: 'not-a-member', access: 'signed-in', returnTo: 'never' },
  validateSearch: ({ reason }: Record<string, unknown>): { reason?: string } => ({ reason: textIn(reason) }),
  component: RouteComponent,
})

function RouteComponent() {
  return <NotAMemberPage reason={Route.useSearch().reason} />
}
