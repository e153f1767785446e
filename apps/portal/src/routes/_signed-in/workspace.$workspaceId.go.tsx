import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { WorkspaceGoPage } from '../../features/workspaces/workspace-go-page.tsx'

/** The guard sends the browser on; this is what is seen until it has gone. */
export const Route = createFileRoute('/_signed-in/workspace/$workspaceId/go')({
  staticData: { name: 'workspace-go' },
  validateSearch: z.object({ redirect: z.catch(z.optional(z.string()), undefined) }),
  component: WorkspaceGoPage,
})
