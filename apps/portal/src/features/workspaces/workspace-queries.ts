import { workspaces } from '@portal/contract/workspaces'
import { queryFor } from '../../lib/request/api.ts'

export const workspaceQuery = (workspaceId: string) => queryFor(workspaces.read, { params: { workspaceId } })
