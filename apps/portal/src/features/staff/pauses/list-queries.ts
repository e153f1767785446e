/** The lists of paused accounts and workspaces, page by page, the last one first. */
import { people } from '@portal/contract/people'
import { workspaces } from '@portal/contract/workspaces'
import { queryKeyOf } from '../../../lib/request/api.ts'
import { request } from '../../../lib/request/request-layer.ts'
import { rowPages } from '../../../lib/request/row-pages.ts'
import type { PauseFacts, PauseKind } from './pause.ts'

const pageSize = 25

/** A paused account, whichever way. */
export interface PausedPerson extends PauseFacts {
  userId: string
  email: string
}

/** A page after the first is a request of its own. */
const keyPartsOf = (after: string | undefined) => (after === undefined ? [] : [after])

const quarantinedQuery = rowPages<PausedPerson>({
  queryKey: [...queryKeyOf(people.listQuarantined), 'pages'],
  pageSize,
  load: async (page) => {
    const list = await request(people.listQuarantined, { query: page }, { keyParts: keyPartsOf(page.after) })
    return list.map(({ quarantinedAt, ...facts }) => ({ ...facts, since: quarantinedAt }))
  },
  cursorOf: ({ since, userId }) => `${since},${userId}`,
})

const suspendedQuery = rowPages<PausedPerson>({
  queryKey: [...queryKeyOf(people.listSuspended), 'pages'],
  pageSize,
  load: async (page) => {
    const list = await request(people.listSuspended, { query: page }, { keyParts: keyPartsOf(page.after) })
    return list.map(({ suspendedAt, ...facts }) => ({ ...facts, since: suspendedAt }))
  },
  cursorOf: ({ since, userId }) => `${since},${userId}`,
})

/** The accounts that are paused in that way. */
export function pausedPeopleQuery(kind: PauseKind) {
  return kind === 'quarantine' ? quarantinedQuery : suspendedQuery
}

export const quarantinedWorkspacesQuery = rowPages({
  queryKey: [...queryKeyOf(workspaces.listQuarantined), 'pages'],
  pageSize,
  load: (page) => request(workspaces.listQuarantined, { query: page }, { keyParts: keyPartsOf(page.after) }),
  cursorOf: ({ quarantinedAt, id }) => `${quarantinedAt},${id}`,
})
