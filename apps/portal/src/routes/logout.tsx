import { createFileRoute } from '@tanstack/react-router'
import { LogoutPage } from '../features/account/logout-page.tsx'

export const Route = createFileRoute('/logout')({
  staticData: { name: 'logout', access: 'unguarded' },
  validateSearch: ({ confirm }: Record<string, unknown>): { confirm?: 1 } =>
    confirm === undefined ? {} : { confirm: 1 },
  component: function Logout() {
    return <LogoutPage asksFirst={Route.useSearch().confirm === 1} />
  },
})
