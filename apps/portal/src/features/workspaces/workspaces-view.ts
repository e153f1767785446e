import { browserStorage } from '@portal/ui/lib/storage'
import { startTransition, useState } from 'react'

export type WorkspacesView = 'grid' | 'list'

const storageKey = 'SI-WORKSPACES-VIEW'

/** The preferred view of the workspaces, stored in this browser. */
export function useWorkspacesView(): [WorkspacesView, (view: WorkspacesView) => void] {
  const [view, setView] = useState<WorkspacesView>(() =>
    browserStorage().getItem(storageKey) === 'list' ? 'list' : 'grid',
  )
  function choose(chosen: WorkspacesView) {
    browserStorage().setItem(storageKey, chosen)
    // A transition, so that the previous view stays until the code of the chosen one is loaded.
    startTransition(() => setView(chosen))
  }
  return [view, choose]
}
