import { createFileRoute } from '@tanstack/react-router'
import { LogoutPage } from '../features/session/logout-page.tsx'

export const Route = createFileRoute('/logout')({
  staticData: { name: 'logout' },
  component: LogoutPage,
})
