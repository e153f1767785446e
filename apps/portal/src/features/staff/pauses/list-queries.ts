/** The paged lists of paused accounts and workspaces, most recent first. */
import { staffPauses } from '@portal/contract/staff/pauses'
import { rowsPerPage } from '../../../lib/layout/rows-per-page.ts'
import { queryKeyOf } from '../../../lib/request/api.ts'
import { request } from '../../../lib/request/request-layer.ts'
import { rowPages } from '../../../lib/request/row-pages.ts'
import type { PauseFacts, PauseKind } from './pause.ts'

/** A quarantined or suspended account. */
export interface PausedPerson extends PauseFacts {
  userId: string
  email: string
}

/** Each page after the first has its own request key. */
const keyPartsOf = (after: string | undefined) => (after === undefined ? [] : [after])

const quarantinedQuery = rowPages<PausedPerson>({
  queryKey: [...queryKeyOf(staffPauses.listQuarantinedUsers), 'pages'],
  pageSize: rowsPerPage,
  load: async (page) => {
    const list = await request(
      staffPauses.listQuarantinedUsers,
      { query: page },
      { keyParts: keyPartsOf(page.after) },
    )
    return list.map(({ quarantinedAt, ...facts }) => ({ ...facts, since: quarantinedAt }))
  },
  cursorOf: ({ since, userId }) => `${since},${userId}`,
})

const suspendedQuery = rowPages<PausedPerson>({
  queryKey: [...queryKeyOf(staffPauses.listSuspendedUsers), 'pages'],
  pageSize: rowsPerPage,
  load: async (page) => {
    const list = await request(
      staffPauses.listSuspendedUsers,
      { query: page },
      { keyParts: keyPartsOf(page.after) },
    )
    return list.map(({ suspendedAt, ...facts }) => ({ ...facts, since: suspendedAt }))
  },
  cursorOf: ({ since, userId }) => `${since},${userId}`,
})

/** Lists the quarantined or the suspended accounts. */
export function pausedPeopleQuery(kind: PauseKind) {
  return kind === 'quarantine' ? quarantinedQuery : suspendedQuery
}

export const quarantinedWorkspacesQuery = rowPages({
  queryKey: [...queryKeyOf(staffPauses.listQuarantinedWorkspaces), 'pages'],
  pageSize: rowsPerPage,
  load: (page) =>
    request(staffPauses.listQuarantinedWorkspaces, { query: page }, { keyParts: keyPartsOf(page.after) }),
  cursorOf: ({ quarantinedAt, id }) => `${quarantinedAt},${id}`,
})
