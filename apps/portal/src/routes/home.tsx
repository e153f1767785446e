import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/')({
  staticData: { name: 'home' },
  beforeLoad: () => {
    throw redirect({ to: '/login', replace: true })
  },
})
