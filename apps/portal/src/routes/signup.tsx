import { createFileRoute } from '@tanstack/react-router'
import { SignInPage } from '../features/session/sign-in-page.tsx'

export const Route = createFileRoute('/signup')({
  staticData: { name: 'signup' },
  // Part of the entry: it leads away at once, and has nothing to wait for.
  codeSplitGroupings: [],
  component: () => <SignInPage isSignup />,
})
