import { createFileRoute } from '@tanstack/react-router'
import { SignInPage } from '../features/account/sign-in-page.tsx'

export const Route = createFileRoute('/signup')({
  staticData: { name: 'signup', access: 'public' },
  // In the entry chunk, because the page redirects immediately and has nothing to load.
  component: () => <SignInPage isSignup />,
})
