/** The user's own settings of a workspace: favourite, hidden and default. See docs/product/workspaces.md#favourites-and-hiding. */
import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import { showToast } from '@portal/ui/lib/toast-queue'
import { createContext } from 'react'
import { shortName } from '../../lib/layout/short-name.ts'
import type { ShownFailure } from '../../lib/request/failure.tsx'
import { tellFailure } from '../../lib/request/tell-failure.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { useWorkspaceCache } from './use-workspace-cache.ts'

export type SettingFailure = ShownFailure & { retry: () => void }

/** Receives the failure of the last attempt, or undefined when an attempt starts. */
type ReportFailure = (failure: SettingFailure | undefined) => void

/** A card or row reports to the page, because it has no room for a message. */
export const ReportFailureContext = createContext<ReportFailure>(() => {})

const quoted = ({ displayName }: Workspace) => `“${shortName(displayName)}”`

export function useSetFavourite(workspace: Workspace, report: ReportFailure) {
  const cache = useWorkspaceCache()
  const show = (isFavourite: boolean) => cache.change(workspace.id, (known) => ({ ...known, isFavourite }))
  const mutation = useApiMutation(workspaces.setFavourite, {
    onMutate: ({ body: { isFavourite } }) => {
      report(undefined)
      show(isFavourite)
    },
    onError: (error, input) => {
      const { isFavourite } = input.body
      show(!isFavourite)
      void cache.reload()
      const title = isFavourite
        ? `${quoted(workspace)} was not added to your favourites`
        : `${quoted(workspace)} was not removed from your favourites`
      report({ title, error, retry: () => mutation.mutate(input) })
    },
  })
  return mutation
}

function useHiddenMutation(workspace: Workspace, report: ReportFailure, onHidden: () => void) {
  const cache = useWorkspaceCache()
  const show = (isHidden: boolean) => cache.change(workspace.id, (known) => ({ ...known, isHidden }))
  const mutation = useApiMutation(workspaces.setHidden, {
    onMutate: ({ body: { isHidden } }) => {
      report(undefined)
      show(isHidden)
    },
    onSuccess: (_, { body: { isHidden } }) => {
      if (isHidden) onHidden()
      else showToast(`${quoted(workspace)} is shown in your list`, { tone: 'success' })
    },
    onError: (error, input) => {
      const { isHidden } = input.body
      show(!isHidden)
      void cache.reload()
      const title = isHidden ? `${quoted(workspace)} was not hidden` : `${quoted(workspace)} is still hidden`
      report({ title, error, retry: () => mutation.mutate(input) })
    },
  })
  return mutation
}

/** Hides or shows a workspace. Hiding can be undone from its toast. */
export function useSetHidden(workspace: Workspace, report: ReportFailure) {
  // Reports in a new toast, because the toast with the Undo button has closed.
  const undo = useHiddenMutation(
    workspace,
    (failure) => failure && tellFailure(failure.title, failure.error),
    () => {},
  )
  return useHiddenMutation(workspace, report, () =>
    showToast(`${quoted(workspace)} is hidden from your list`, {
      tone: 'success',
      description: 'This only affects you. You can show it again at any time.',
      action: {
        label: 'Undo',
        onPress: () => undo.mutate({ params: { workspaceId: workspace.id }, body: { isHidden: false } }),
      },
    }),
  )
}

/** Sets the default workspace and reloads the list. */
export function useSetDefault(workspace: Workspace, report: ReportFailure) {
  const cache = useWorkspaceCache()
  const mutation = useApiMutation(workspaces.setDefault, {
    onMutate: () => {
      report(undefined)
      return { revert: cache.setDefault(workspace.id) }
    },
    onSuccess: async () => {
      showToast(`${quoted(workspace)} is now your default workspace`, { tone: 'success' })
      await cache.reload()
    },
    onError: (error, input, applied) => {
      applied?.revert()
      void cache.reload()
      report({
        title: `${quoted(workspace)} was not made your default`,
        error,
        retry: () => mutation.mutate(input),
      })
    },
  })
  return mutation
}
