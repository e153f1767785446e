import { Outlet } from '@tanstack/react-router'
import { hasSignedOutMessage } from '../lib/guard/route-guard.ts'
import { useSession } from '../lib/guard/session.ts'
import { useRouteName } from '../lib/guard/use-route-name.ts'
import { PagePending } from './page-pending.tsx'

/** The page while a user is signed in. Without one, only a page with a message for that; the others lead to sign-in. */
export function SignedInOutlet() {
  const routeName = useRouteName()
  return useSession() || hasSignedOutMessage(routeName) ? <Outlet /> : <PagePending />
}
