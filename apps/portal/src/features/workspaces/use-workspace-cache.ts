import { listPageMaxSize } from '@portal/contract/limits'
import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery, queryKeyOf } from '../../lib/request/api-query.ts'
import { activityKey } from './activity-key.ts'
import { workspaceQuery, workspacesQuery } from './workspace-queries.ts'

/** The user's deleted workspaces that can still be restored. */
export const deletedWorkspacesQuery = apiQuery(workspaces.listDeleted, {})

type WorkspaceEdit = (workspace: Workspace) => Workspace

function cacheOf(queryClient: QueryClient) {
  const list = workspacesQuery.queryKey

  function edit(isMeant: (workspace: Workspace) => boolean, change: WorkspaceEdit) {
    const changed = (workspace: Workspace) => (isMeant(workspace) ? change(workspace) : workspace)
    queryClient.setQueryData(list, (known) => known?.map(changed))
    for (const [key, known] of queryClient.getQueriesData<Workspace>({
      queryKey: queryKeyOf(workspaces.read),
    }))
      if (known) queryClient.setQueryData(key, changed(known))
  }

  return {
    /** Changes some values of a workspace in every cached query. Returns a function that reverts them. */
    change(workspaceId: string, values: Partial<Workspace>): () => void {
      const { queryKey } = workspaceQuery(workspaceId)
      const known =
        queryClient.getQueryData(queryKey) ??
        queryClient.getQueryData(list)?.find(({ id }) => id === workspaceId)
      const put = (shown: Partial<Workspace>) => {
        // Requests in flight would undo the change.
        void queryClient.cancelQueries({ queryKey: list })
        void queryClient.cancelQueries({ queryKey })
        edit(
          ({ id }) => id === workspaceId,
          (workspace) => ({ ...workspace, ...shown }),
        )
      }
      put(values)
      const before = Object.keys(values).map((key) => [key, known?.[key as keyof Workspace]])
      return () => put(Object.fromEntries(before))
    },
    /** Makes the workspace the only default. Returns a function that reverts it. */
    setDefault(workspaceId: string): () => void {
      const previous = queryClient.getQueryData(list)?.find(({ isDefault }) => isDefault)
      const put = (defaultId: string | undefined) => {
        void queryClient.cancelQueries({ queryKey: list })
        edit(
          ({ id, isDefault }) => isDefault || id === defaultId,
          (workspace) => ({ ...workspace, isDefault: workspace.id === defaultId }),
        )
      }
      put(workspaceId)
      return () => put(previous?.id)
    },
    /** Stores the list that a call returned. A list of the largest size may lack workspaces, so it is read again in pages. */
    setList(known: Workspace[]): void {
      if (known.length < listPageMaxSize) queryClient.setQueryData(list, known)
      else void queryClient.invalidateQueries({ queryKey: list })
      for (const workspace of known) {
        const { queryKey } = workspaceQuery(workspace.id)
        if (queryClient.getQueryData(queryKey)) queryClient.setQueryData(queryKey, workspace)
      }
    },
    /** Refetches data that may be out of date. */
    async reload(): Promise<void> {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: list }),
        queryClient.invalidateQueries({ queryKey: queryKeyOf(workspaces.read) }),
      ])
    },
    /** Refetches the activity log, which has a new entry. */
    noteActivity(): void {
      void queryClient.invalidateQueries({ queryKey: activityKey })
    },
    /** Removes a deleted workspace and refetches the workspaces that can be restored. */
    forget(workspaceId: string): void {
      queryClient.setQueryData(list, (known) => known?.filter(({ id }) => id !== workspaceId))
      queryClient.removeQueries({ queryKey: workspaceQuery(workspaceId).queryKey })
      void queryClient.invalidateQueries({ queryKey: list })
      void queryClient.invalidateQueries({ queryKey: deletedWorkspacesQuery.queryKey })
    },
  }
}

export type WorkspaceCache = ReturnType<typeof cacheOf>

/** Keeps the cached workspaces up to date after changes. */
export function useWorkspaceCache() {
  const queryClient = useQueryClient()
  return useMemo(() => cacheOf(queryClient), [queryClient])
}
