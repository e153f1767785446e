import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { NotAMemberPage } from '../../features/workspaces/not-a-member-page.tsx'

export const Route = createFileRoute('/_signed-in/not-a-member')({
  staticData: { name: 'not-a-member' },
  validateSearch: z.object({ reason: z.catch(z.optional(z.string()), undefined) }),
  component: RouteComponent,
})

function RouteComponent() {
  return <NotAMemberPage reason={Route.useSearch().reason} />
}
