import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/tutorial')({
  staticData: { name: 'tutorial', access: 'signed-in', returnTo: 'fallback' },
  beforeLoad: () => {
    throw redirect({ to: '/workspaces', replace: true })
  },
})
