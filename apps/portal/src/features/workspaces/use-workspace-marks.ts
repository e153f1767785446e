import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import { showToast } from '@portal/ui/lib/toast-queue'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { shortName } from '../../lib/layout/short-name.ts'
import { runCall } from '../../lib/request/calls.ts'
import type { RequestError } from '../../lib/request/request-error.ts'
import { tellFailure } from '../../lib/request/tell-failure.ts'
import { useWorkspaceCache, type WorkspaceCache } from './use-workspace-cache.ts'

type Mark = Partial<Pick<Workspace, 'isFavourite' | 'isHidden'>>

/** What failed, and why. */
export interface MarkFailure {
  title: string
  error: RequestError
}

function marksOf(queryClient: QueryClient, cache: WorkspaceCache) {
  /** Applies a mark optimistically. Returns a function that reverts it. */
  function show({ id, isFavourite, isHidden }: Workspace, mark: Mark): () => void {
    const put = (shown: Mark) => cache.change(id, (workspace) => ({ ...workspace, ...shown }))
    put(mark)
    return () => put(mark.isHidden === undefined ? { isFavourite } : { isHidden })
  }

  /** Returns the failure, and refetches because the cache may be wrong. */
  function fail(title: string, error: RequestError): MarkFailure {
    void cache.reload()
    return { title, error }
  }

  async function setHidden(workspace: Workspace, isHidden: boolean): Promise<MarkFailure | undefined> {
    const name = `“${shortName(workspace.displayName)}”`
    const input = { params: { workspaceId: workspace.id }, body: { isHidden } }
    const optimistic = () => show(workspace, { isHidden })
    const outcome = await runCall(queryClient, workspaces.setHidden, input, { optimistic })
    if (!outcome.isOk)
      return fail(isHidden ? `${name} was not hidden` : `${name} is still hidden`, outcome.error)
    if (!isHidden) {
      showToast(`${name} is shown in your list`, { tone: 'success' })
      return undefined
    }
    const hidden = { ...workspace, isHidden }
    showToast(`${name} is hidden from your list`, {
      tone: 'success',
      description: 'This only affects you. You can show it again at any time.',
      action: { label: 'Undo', onPress: () => void undoHiding(hidden) },
    })
  }

  /** Reports a failure in a new toast, because the toast with the Undo button has closed. */
  async function undoHiding(hidden: Workspace): Promise<void> {
    const failure = await setHidden(hidden, false)
    if (failure) tellFailure(failure.title, failure.error)
  }

  return {
    async setFavourite(workspace: Workspace, isFavourite: boolean): Promise<MarkFailure | undefined> {
      const input = { params: { workspaceId: workspace.id }, body: { isFavourite } }
      const optimistic = () => show(workspace, { isFavourite })
      const outcome = await runCall(queryClient, workspaces.setFavourite, input, { optimistic })
      if (outcome.isOk) return undefined
      const name = `“${shortName(workspace.displayName)}”`
      return fail(
        isFavourite
          ? `${name} was not added to your favourites`
          : `${name} was not removed from your favourites`,
        outcome.error,
      )
    },
    setHidden,
    /** Sets the default workspace and reloads the list. */
    async setDefault({ id, displayName }: Workspace): Promise<MarkFailure | undefined> {
      const name = `“${shortName(displayName)}”`
      const input = { params: { workspaceId: id } }
      const optimistic = () => cache.setDefault(id)
      const outcome = await runCall(queryClient, workspaces.setDefault, input, { optimistic })
      if (!outcome.isOk) return fail(`${name} was not made your default`, outcome.error)
      showToast(`${name} is now your default workspace`, { tone: 'success' })
      await cache.reload()
    },
  }
}

/**
 * Sets the marks that a user gives their workspaces: favourite, hidden and default. Each call resolves with its failure, if
 * any. See docs/product/workspaces.md#favourites-and-hiding.
 */
export function useWorkspaceMarks() {
  const cache = useWorkspaceCache()
  const queryClient = useQueryClient()
  return useMemo(() => marksOf(queryClient, cache), [queryClient, cache])
}
