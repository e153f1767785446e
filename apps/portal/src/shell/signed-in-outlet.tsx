import { Outlet } from '@tanstack/react-router'
import { useSession } from '../lib/session.ts'
import { PagePending } from './page-pending.tsx'

/** The page, as long as there is a person; between the end of a session and the sign-in page there is none. */
export function SignedInOutlet() {
  return useSession() ? <Outlet /> : <PagePending />
}
