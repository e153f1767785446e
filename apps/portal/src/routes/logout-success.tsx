import { createFileRoute } from '@tanstack/react-router'
import { LogoutSuccessPage } from '../features/session/logout-success-page.tsx'

export const Route = createFileRoute('/logout-success')({
  staticData: { name: 'logout-success' },
  component: LogoutSuccessPage,
})
