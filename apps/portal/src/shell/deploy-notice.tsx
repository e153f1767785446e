import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { whenIdle } from '../lib/analytics/when-idle.ts'
import { useIsNewerBuildThere } from '../lib/request/deploy-check.ts'
import { PlainRefreshNotice } from './plain-refresh-notice.tsx'

const loadRefreshModal = (): Promise<{ default: ComponentType }> =>
  import('./refresh-modal.tsx').then(
    (module) => ({ default: module.RefreshModal }),
    () => ({ default: PlainRefreshNotice }),
  )

const RefreshModal = lazy(loadRefreshModal)

/** Asks for a reload once a newer build is in place (SPEC section 2, "Deploy notice"). */
export function DeployNotice({ runningBuildHash }: { runningBuildHash?: string }) {
  const isNewer = useIsNewerBuildThere(runningBuildHash)
  // Kept at hand: where the newer build is in place, the files of this one are gone.
  useEffect(() => whenIdle(loadRefreshModal), [])
  if (!isNewer) return null
  return (
    <Suspense>
      <RefreshModal />
    </Suspense>
  )
}
