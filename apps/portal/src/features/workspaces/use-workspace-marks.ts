import { type Workspace, workspaces } from '@portal/contract/workspaces'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useMemo } from 'react'
import { type RequestError, toRequestError } from '../../lib/request/request-error.ts'
import { request } from '../../lib/request/request-layer.ts'
import { useWorkspaceCache, type WorkspaceCache } from './use-workspace-cache.ts'

type Mark = Pick<Workspace, 'isFavourite'>

/** What was not done, and why. */
export interface MarkFailure {
  title: string
  error: RequestError
}

function marksOf(cache: WorkspaceCache) {
  /** Shows a mark before it is known, and returns what takes it back. */
  function show({ id, isFavourite }: Workspace, mark: Mark): () => void {
    const put = (shown: Mark) => cache.change(id, (workspace) => ({ ...workspace, ...shown }))
    put(mark)
    return () => put({ isFavourite })
  }

  /** What is shown may not be so: asks again. */
  function fail(title: string, cause: unknown): MarkFailure {
    void cache.reload()
    return { title, error: toRequestError(cause) }
  }

  return {
    async setFavourite(workspace: Workspace, isFavourite: boolean): Promise<MarkFailure | undefined> {
      const input = { params: { workspaceId: workspace.id }, body: { isFavourite } }
      try {
        await request(workspaces.setFavourite, input, { optimistic: () => show(workspace, { isFavourite }) })
      } catch (cause) {
        const name = `“${workspace.displayName}”`
        return fail(isFavourite ? `${name} was not starred` : `${name} keeps its star`, cause)
      }
    },
    /** Not shown before it is known: the control that was pressed would go with the card, and the focus with it. */
    async setHidden({ id, displayName }: Workspace, isHidden: boolean): Promise<MarkFailure | undefined> {
      const name = `“${displayName}”`
      try {
        await request(workspaces.setHidden, { params: { workspaceId: id }, body: { isHidden } })
      } catch (cause) {
        return fail(isHidden ? `${name} was not hidden` : `${name} stays hidden`, cause)
      }
      cache.change(id, (workspace) => ({ ...workspace, isHidden }))
      showToast(isHidden ? `${name} is hidden from your list` : `${name} is in your list`, {
        tone: 'success',
        description: isHidden ? 'Others see it as before. You can show it again.' : undefined,
      })
    },
    /** Makes it the default and loads the workspaces again. */
    async setDefault({ id, displayName }: Workspace): Promise<MarkFailure | undefined> {
      try {
        await request(workspaces.setDefault, { params: { workspaceId: id } })
      } catch (cause) {
        return fail(`“${displayName}” was not made your default`, cause)
      }
      cache.setDefault(id)
      showToast(`“${displayName}” is now your default workspace`, { tone: 'success' })
      await cache.reload()
    },
  }
}

/** The star, "Hide" and "Set default": a user's own marks on their workspaces. Each resolves with its failure, if any. */
export function useWorkspaceMarks() {
  const cache = useWorkspaceCache()
  return useMemo(() => marksOf(cache), [cache])
}
