import { lazy, Suspense } from 'react'
import { useIsNewerBuildThere } from '../lib/deploy-check.ts'

const RefreshModal = lazy(() =>
  import('./refresh-modal.tsx').then((module) => ({ default: module.RefreshModal })),
)

/** Asks for a reload once a newer build is in place (SPEC section 2, "Deploy notice"). */
export function DeployNotice({ runningBuildHash }: { runningBuildHash?: string }) {
  const isNewer = useIsNewerBuildThere(runningBuildHash)
  if (!isNewer) return null
  return (
    <Suspense>
      <RefreshModal />
    </Suspense>
  )
}
