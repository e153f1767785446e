import { type Workspace, workspaces } from '@portal/contract/workspaces'
import { showToast } from '@portal/ui/lib/toast-queue'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { runCall } from '../../lib/request/calls.ts'
import type { RequestError } from '../../lib/request/request-error.ts'
import { useWorkspaceCache, type WorkspaceCache } from './use-workspace-cache.ts'

type Mark = Pick<Workspace, 'isFavourite'>

/** What failed, and why. */
export interface MarkFailure {
  title: string
  error: RequestError
}

function marksOf(queryClient: QueryClient, cache: WorkspaceCache) {
  /** Applies a mark optimistically. Returns a function that reverts it. */
  function show({ id, isFavourite }: Workspace, mark: Mark): () => void {
    const put = (shown: Mark) => cache.change(id, (workspace) => ({ ...workspace, ...shown }))
    put(mark)
    return () => put({ isFavourite })
  }

  /** Returns the failure, and refetches because the cache may be wrong. */
  function fail(title: string, error: RequestError): MarkFailure {
    void cache.reload()
    return { title, error }
  }

  return {
    async setFavourite(workspace: Workspace, isFavourite: boolean): Promise<MarkFailure | undefined> {
      const input = { params: { workspaceId: workspace.id }, body: { isFavourite } }
      const optimistic = () => show(workspace, { isFavourite })
      const outcome = await runCall(queryClient, workspaces.setFavourite, input, { optimistic })
      if (outcome.isOk) return undefined
      const name = `“${workspace.displayName}”`
      return fail(
        isFavourite
          ? `${name} was not added to your favourites`
          : `${name} was not removed from your favourites`,
        outcome.error,
      )
    },
    /** Not optimistic: the focused control would disappear with its card before the result is known. */
    async setHidden({ id, displayName }: Workspace, isHidden: boolean): Promise<MarkFailure | undefined> {
      const name = `“${displayName}”`
      const input = { params: { workspaceId: id }, body: { isHidden } }
      const outcome = await runCall(queryClient, workspaces.setHidden, input)
      if (!outcome.isOk)
        return fail(isHidden ? `${name} was not hidden` : `${name} is still hidden`, outcome.error)
      cache.change(id, (workspace) => ({ ...workspace, isHidden }))
      showToast(isHidden ? `${name} is hidden from your list` : `${name} is shown in your list`, {
        tone: 'success',
        description: isHidden ? 'This only affects you. You can show it again at any time.' : undefined,
      })
    },
    /** Sets the default workspace and reloads the list. */
    async setDefault({ id, displayName }: Workspace): Promise<MarkFailure | undefined> {
      const outcome = await runCall(queryClient, workspaces.setDefault, { params: { workspaceId: id } })
      if (!outcome.isOk) return fail(`“${displayName}” was not made your default`, outcome.error)
      cache.setDefault(id)
      showToast(`“${displayName}” is now your default workspace`, { tone: 'success' })
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
