import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { SuspensionNotice } from '../../features/account/suspension-notice.tsx'

export const Route = createFileRoute('/_signed-in/suspension-notice')({
  staticData: { name: 'suspension-notice' },
  validateSearch: z.object({
    problem: z.catch(z.optional(z.enum(['unavailable', 'not-configured'])), undefined),
    checkout: z.catch(z.optional(z.literal('done')), undefined),
  }),
  component: RouteComponent,
})

function RouteComponent() {
  const { problem, checkout } = Route.useSearch()
  return <SuspensionNotice problem={problem} isCheckoutDone={checkout === 'done'} />
}
