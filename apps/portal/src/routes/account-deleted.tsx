import { createFileRoute, useLocation } from '@tanstack/react-router'
import { AccountDeletedPage } from '../features/account/account-deleted-page.tsx'

export const Route = createFileRoute('/account-deleted')({
  staticData: { name: 'account-deleted', access: 'unguarded' },
  component: RouteComponent,
})

function RouteComponent() {
  return <AccountDeletedPage until={useLocation().state.restorableUntil} />
}
