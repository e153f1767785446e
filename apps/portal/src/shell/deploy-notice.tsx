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

/** Asks for a reload when a newer build is deployed. See docs/product/interface.md#deploy-notice. */
export function DeployNotice({ runningBuildHash }: { runningBuildHash?: string }) {
  const isNewer = useIsNewerBuildThere(runningBuildHash)
  // Preloaded, because the files of this build are gone once a newer one is deployed.
  useEffect(() => whenIdle(loadRefreshModal), [])
  if (!isNewer) return null
  return (
    <Suspense>
      <RefreshModal />
    </Suspense>
  )
}
