import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/')({
  staticData: { name: 'home', access: 'public' },
  beforeLoad: () => {
    throw redirect({ to: '/login', replace: true })
  },
})
