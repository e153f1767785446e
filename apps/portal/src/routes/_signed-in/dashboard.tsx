import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/dashboard')({
  staticData: { name: 'dashboard' },
  beforeLoad: () => {
    throw redirect({ to: '/workspaces', replace: true })
  },
})
