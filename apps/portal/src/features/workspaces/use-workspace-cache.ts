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
    /** Changes one workspace in every cached query. Cancels queries in flight, which would undo the change. */
    change(workspaceId: string, change: WorkspaceEdit): void {
      void queryClient.cancelQueries({ queryKey: list })
      void queryClient.cancelQueries({ queryKey: workspaceQuery(workspaceId).queryKey })
      edit(({ id }) => id === workspaceId, change)
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

/** Keeps the cached workspaces up to date after changes. */
export function useWorkspaceCache() {
  const queryClient = useQueryClient()
  return useMemo(() => cacheOf(queryClient), [queryClient])
}
