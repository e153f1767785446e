import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/tutorial')({
  staticData: { name: 'tutorial' },
  beforeLoad: () => {
    throw redirect({ to: '/workspaces', replace: true })
  },
})
