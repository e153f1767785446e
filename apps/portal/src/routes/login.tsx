import { createFileRoute } from '@tanstack/react-router'
import { SignInPage } from '../features/account/sign-in-page.tsx'

export const Route = createFileRoute('/login')({
  staticData: { name: 'login', access: 'public' },
  component: () => <SignInPage />,
})
