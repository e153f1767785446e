import { focusRing } from '@portal/ui/lib/focus-ring'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { whenIdle } from '../lib/analytics/when-idle.ts'
import { env } from '../lib/env.ts'
import { browserNavigation } from '../lib/guard/browser-navigation.ts'
import { useIsNewerBuildThere } from '../lib/request/deploy-check.ts'

const open = (dialog: HTMLDialogElement | null) => {
  if (dialog && !dialog.open) dialog.showModal()
}

/** The refresh notice for when the modal of the old build can no longer be loaded. It has no dependencies. */
export function PlainRefreshNotice() {
  return (
    <dialog
      ref={open}
      aria-labelledby="refresh-title"
      className="m-auto w-full max-w-sm rounded-lg border border-line bg-surface-raised p-6 text-content shadow-overlay backdrop:bg-black/50"
    >
      <h2 id="refresh-title" className="mb-2 font-semibold">
        Please refresh your browser
      </h2>
      <p className="mb-4 text-content-muted">A newer version of {env.productName} is available.</p>
      <button
        type="button"
        onClick={() => browserNavigation.reload()}
        className={`${focusRing} rounded-md bg-accent px-3 py-1.5 font-medium text-on-accent`}
      >
        Refresh
      </button>
    </dialog>
  )
}

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
