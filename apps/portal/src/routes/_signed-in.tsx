import { createFileRoute } from '@tanstack/react-router'
import { SignedInOutlet } from '../shell/root-frame.tsx'

/** The layout of pages that require a session. The guard ensures it. */
export const Route = createFileRoute('/_signed-in')({
  staticData: { name: 'signed-in', access: 'layout' },
  component: SignedInOutlet,
  // Never pending, because that would hide its pages' pending states.
  pendingMs: Number.POSITIVE_INFINITY,
})
