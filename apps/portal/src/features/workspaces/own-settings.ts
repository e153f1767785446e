/** The user's own settings of a workspace: favourite, hidden and default. See docs/product/workspaces.md#favourites-and-hiding. */
import type { CallInput, Endpoint } from '@portal/contract/endpoint'
import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import { showToast } from '@portal/ui/lib/toast-queue'
import { createContext } from 'react'
import { shortName } from '../../lib/layout/short-name.ts'
import type { ShownFailure } from '../../lib/request/failure.tsx'
import { tellFailure } from '../../lib/request/tell-failure.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { useWorkspaceCache, type WorkspaceCache } from './use-workspace-cache.ts'

export type SettingFailure = ShownFailure & { retry: () => void }

/** Receives the failure of the last attempt, or undefined when an attempt starts. */
type ReportFailure = (failure: SettingFailure | undefined) => void

/** A card or row reports to the page, because it has no room for a message. */
export const ReportFailureContext = createContext<ReportFailure>(() => {})

const quoted = ({ displayName }: Workspace) => `“${shortName(displayName)}”`

interface SettingOptions<E extends Endpoint> {
  /** Shows the setting in the cache. Returns a function that reverts it. */
  show: (cache: WorkspaceCache, input: CallInput<E>) => () => void
  failed: (input: CallInput<E>) => string
  onSuccess?: (input: CallInput<E>, cache: WorkspaceCache) => unknown
}

/** An optimistic change: shown immediately, and reverted and reported if it fails. */
function useSetting<E extends Endpoint>(call: E, report: ReportFailure, options: SettingOptions<E>) {
  const { show, failed, onSuccess } = options
  const cache = useWorkspaceCache()
  const mutation = useApiMutation(call, {
    onMutate: (input) => {
      report(undefined)
      return { revert: show(cache, input) }
    },
    onSuccess: (_, input) => onSuccess?.(input, cache),
    onError: (error, input, shown) => {
      shown?.revert()
      void cache.reload()
      report({ title: failed(input), error, retry: () => mutation.mutate(input) })
    },
  })
  return mutation
}

export function useSetFavourite(workspace: Workspace, report: ReportFailure) {
  return useSetting(workspaces.setFavourite, report, {
    show: (cache, { body: { isFavourite } }) => cache.change(workspace.id, { isFavourite }),
    failed: ({ body }) =>
      body.isFavourite
        ? `${quoted(workspace)} was not added to your favourites`
        : `${quoted(workspace)} was not removed from your favourites`,
  })
}

function useHiddenSetting(workspace: Workspace, report: ReportFailure, onHidden: () => void) {
  return useSetting(workspaces.setHidden, report, {
    show: (cache, { body: { isHidden } }) => cache.change(workspace.id, { isHidden }),
    failed: ({ body }) =>
      body.isHidden ? `${quoted(workspace)} was not hidden` : `${quoted(workspace)} is still hidden`,
    onSuccess: ({ body }) => {
      if (body.isHidden) onHidden()
      else showToast(`${quoted(workspace)} is shown in your list`, { tone: 'success' })
    },
  })
}

/** Hides or shows a workspace. Hiding can be undone from its toast. */
export function useSetHidden(workspace: Workspace, report: ReportFailure) {
  // Reports in a new toast, because the toast with the Undo button has closed.
  const undo = useHiddenSetting(
    workspace,
    (failure) => failure && tellFailure(failure.title, failure.error),
    () => {},
  )
  return useHiddenSetting(workspace, report, () =>
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
  return useSetting(workspaces.setDefault, report, {
    show: (cache) => cache.setDefault(workspace.id),
    failed: () => `${quoted(workspace)} was not made your default`,
    onSuccess: async (_, cache) => {
      showToast(`${quoted(workspace)} is now your default workspace`, { tone: 'success' })
      await cache.reload()
    },
  })
}
