import { createFileRoute } from '@tanstack/react-router'
import { AccountDeletedPage } from '../features/account/account-deleted-page.tsx'
import { textIn } from '../lib/guard/search-parameters.ts'

export const Route = createFileRoute('/account-deleted')({
  staticData: { name: 'account-deleted', access: 'unguarded' },
  validateSearch: ({ until }: Record<string, unknown>): { until?: string } => ({ until: textIn(until) }),
  component: RouteComponent,
})

function RouteComponent() {
  return <AccountDeletedPage until={Route.useSearch().until} />
}
