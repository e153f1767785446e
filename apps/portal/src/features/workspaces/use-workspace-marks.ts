import { type Workspace, workspaces } from '@portal/contract/workspaces'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useMemo } from 'react'
import { toRequestError } from '../../lib/request-error.ts'
import { request } from '../../lib/request-layer.ts'
import { tellFailure } from '../../lib/tell-failure.ts'
import { useWorkspaceCache, type WorkspaceCache } from './use-workspace-cache.ts'

type Mark = Partial<Pick<Workspace, 'isFavourite' | 'isHidden'>>

function marksOf(cache: WorkspaceCache) {
  /** Shows a mark before it is known, and returns what takes it back. */
  function show({ id, isFavourite, isHidden }: Workspace, mark: Mark): () => void {
    const put = (shown: Mark) => cache.change(id, (workspace) => ({ ...workspace, ...shown }))
    put(mark)
    return () => put(mark.isHidden === undefined ? { isFavourite } : { isHidden })
  }

  /** What was shown may not be so: says it, and asks again. */
  function fail(said: string, cause: unknown) {
    tellFailure(said, toRequestError(cause))
    void cache.reload()
  }

  return {
    async setFavourite(workspace: Workspace, isFavourite: boolean): Promise<void> {
      const input = { params: { workspaceId: workspace.id }, body: { isFavourite } }
      try {
        await request(workspaces.setFavourite, input, { optimistic: () => show(workspace, { isFavourite }) })
      } catch (cause) {
        const name = `“${workspace.displayName}”`
        fail(isFavourite ? `${name} was not starred` : `${name} keeps its star`, cause)
      }
    },
    async setHidden(workspace: Workspace, isHidden: boolean): Promise<void> {
      const name = `“${workspace.displayName}”`
      const input = { params: { workspaceId: workspace.id }, body: { isHidden } }
      try {
        await request(workspaces.setHidden, input, { optimistic: () => show(workspace, { isHidden }) })
      } catch (cause) {
        fail(isHidden ? `${name} was not hidden` : `${name} stays hidden`, cause)
        return
      }
      showToast(isHidden ? `${name} is hidden from your list` : `${name} is in your list`, {
        tone: 'success',
        description: isHidden ? 'Others see it as before. You can show it again.' : undefined,
      })
    },
    /** Makes it the default and loads the workspaces again (SPEC section 4, "Workspaces"). */
    async setDefault({ id, displayName }: Workspace): Promise<void> {
      try {
        await request(workspaces.setDefault, { params: { workspaceId: id } })
      } catch (cause) {
        fail(`“${displayName}” was not made your default`, cause)
        return
      }
      cache.setDefault(id)
      showToast(`“${displayName}” is now your default workspace`, { tone: 'success' })
      await cache.reload()
    },
  }
}

/** The star, "Hide" and "Set default": a person's own marks on their workspaces (RULES section 6). Costs a card little. */
export function useWorkspaceMarks() {
  const cache = useWorkspaceCache()
  return useMemo(() => marksOf(cache), [cache])
}
