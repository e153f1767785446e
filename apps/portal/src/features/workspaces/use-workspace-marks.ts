import { type Workspace, workspaces } from '@portal/contract/workspaces'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useCall } from '../../lib/api.ts'
import { tellFailure } from '../../lib/tell-failure.ts'
import { useWorkspaceCache, type WorkspaceCache } from './use-workspace-cache.ts'

type Mark = Partial<Pick<Workspace, 'isFavourite' | 'isHidden'>>

/** Shows a mark before it is known, and what takes it back. */
function showMark(cache: WorkspaceCache, { id, isFavourite, isHidden }: Workspace, mark: Mark): () => void {
  const put = (shown: Mark) => cache.change(id, (workspace) => ({ ...workspace, ...shown }))
  put(mark)
  return () => put(mark.isHidden === undefined ? { isFavourite } : { isHidden })
}

/** The star, "Hide" and "Set default" of one workspace: the person's own marks on it (RULES section 6). */
export function useWorkspaceMarks(workspace: Workspace) {
  const cache = useWorkspaceCache()
  const favourite = useCall(workspaces.setFavourite)
  const hidden = useCall(workspaces.setHidden)
  const makeDefault = useCall(workspaces.setDefault)
  const { id, displayName } = workspace
  const params = { workspaceId: id }

  return {
    defaultStatus: makeDefault.status,
    hiddenStatus: hidden.status,
    async setFavourite(isFavourite: boolean) {
      const optimistic = () => showMark(cache, workspace, { isFavourite })
      const outcome = await favourite.run({ params, body: { isFavourite } }, { optimistic })
      if (outcome.isOk) return
      tellFailure(
        isFavourite ? `“${displayName}” was not starred` : `“${displayName}” keeps its star`,
        outcome.error,
      )
      void cache.reload()
    },
    async setHidden(isHidden: boolean) {
      const optimistic = () => showMark(cache, workspace, { isHidden })
      const outcome = await hidden.run({ params, body: { isHidden } }, { optimistic })
      if (!outcome.isOk) {
        tellFailure(
          isHidden ? `“${displayName}” was not hidden` : `“${displayName}” stays hidden`,
          outcome.error,
        )
        void cache.reload()
        return
      }
      showToast(isHidden ? `“${displayName}” is hidden from your list` : `“${displayName}” is in your list`, {
        tone: 'success',
        description: isHidden ? 'Others see it as before. You can show it again.' : undefined,
      })
    },
    async setDefault() {
      const outcome = await makeDefault.run({ params })
      if (!outcome.isOk) {
        tellFailure(`“${displayName}” was not made your default`, outcome.error)
        return
      }
      cache.setDefault(id)
      showToast(`“${displayName}” is now your default workspace`, { tone: 'success' })
      await cache.reload()
    },
  }
}
