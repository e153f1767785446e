import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { SignInProblemPage } from '../features/session/sign-in-problem-page.tsx'

export const Route = createFileRoute('/sign-in-problem')({
  staticData: { name: 'sign-in-problem' },
  validateSearch: z.object({ reason: z.catch(z.optional(z.string()), undefined) }),
  component: RouteComponent,
})

function RouteComponent() {
  return <SignInProblemPage reason={Route.useSearch().reason} />
}
