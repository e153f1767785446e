import { Outlet } from '@tanstack/react-router'
import type { RouteName } from '../lib/route-names.ts'
import { useSession } from '../lib/session.ts'
import { useRouteName } from '../lib/use-route-name.ts'
import { PagePending } from './page-pending.tsx'

/** Pages that say by themselves what is missing without a person (SPEC section 2, "API tokens page", Unauthenticated). */
const speaksForItself = new Set<RouteName>(['workspace-api-tokens'])

/** The page, as long as there is a person; between the end of a session and the sign-in page there is none. */
export function SignedInOutlet() {
  const routeName = useRouteName()
  return useSession() || speaksForItself.has(routeName) ? <Outlet /> : <PagePending />
}
