import { createFileRoute } from '@tanstack/react-router'
import { SignInProblemPage } from '../features/account/sign-in-problem-page.tsx'
import { textIn } from '../lib/guard/search-parameters.ts'

export const Route = createFileRoute('/sign-in-problem')({
  staticData: { name: 'sign-in-problem', access: 'public' },
  validateSearch: ({ reason }: Record<string, unknown>): { reason?: string } => ({ reason: textIn(reason) }),
  component: RouteComponent,
})

function RouteComponent() {
  return <SignInProblemPage reason={Route.useSearch().reason} />
}
