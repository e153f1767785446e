import { focusRing } from '@portal/ui/lib/focus-ring'
import { env } from '../lib/env.ts'
import { browserNavigation } from '../lib/guard/browser-navigation.ts'
import { useIsNewerBuildThere } from '../lib/request/deploy-check.ts'

const open = (dialog: HTMLDialogElement | null) => {
  if (dialog && !dialog.open) dialog.showModal()
}

const button = `${focusRing} rounded-md border px-3 py-1.5 font-medium text-sm`

/**
 * Asks for a reload when a newer build is deployed. A plain dialog, because the files of this build may be gone by then. See
 * docs/product/interface.md#deploy-notice.
 */
export function DeployNotice({ runningBuildHash }: { runningBuildHash?: string }) {
  const isNewer = useIsNewerBuildThere(runningBuildHash)
  if (!isNewer) return null
  return (
    <dialog
      ref={open}
      aria-labelledby="refresh-title"
      className="m-auto w-full max-w-sm rounded-lg border border-line bg-surface-raised p-6 text-content shadow-overlay backdrop:bg-black/50"
    >
      <h2 id="refresh-title" className="mb-2 font-semibold text-lg">
        Please refresh your browser
      </h2>
      <p className="mb-6 text-content-muted">A newer version of {env.productName} is available.</p>
      {/* The first button receives the focus. */}
      <form method="dialog" className="flex flex-row-reverse gap-2">
        <button
          type="button"
          onClick={() => browserNavigation.reload()}
          className={`${button} border-accent bg-accent text-on-accent`}
        >
          Refresh
        </button>
        <button type="submit" className={`${button} border-line-control`}>
          Close
        </button>
      </form>
    </dialog>
  )
}
