import { createFileRoute } from '@tanstack/react-router'
import { SignedInOutlet } from '../shell/signed-in-outlet.tsx'

/** Pages that only the signed-in see; the guard has made sure of it. */
export const Route = createFileRoute('/_signed-in')({
  component: SignedInOutlet,
  // Part of the entry, and never pending itself: that would hide the pending states of its pages.
  codeSplitGroupings: [],
  pendingMs: Number.POSITIVE_INFINITY,
})
