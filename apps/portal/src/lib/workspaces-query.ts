import { workspaces } from '@portal/contract/workspaces'
import { queryFor } from './request/api.ts'

/** The user's workspaces. Shared by the list, the default workspace and the profile. */
export const workspacesQuery = queryFor(workspaces.list, { query: {} })
