import { workspaces } from '@portal/contract/workspaces'
import { queryFor } from './request/api.ts'

/** The workspaces of the person: the list, the default workspace and the profile all read it. */
export const workspacesQuery = queryFor(workspaces.list, { query: {} })
