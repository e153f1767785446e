import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/dashboard')({
  staticData: { name: 'dashboard', access: 'signed-in', returnTo: 'fallback' },
  beforeLoad: () => {
    throw redirect({ to: '/workspaces', replace: true })
  },
})
