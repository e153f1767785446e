/** The paged lists of paused accounts and workspaces, most recent first. */
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { rowsPerPage } from '../../../lib/layout/rows-per-page.ts'
import { apiPages } from '../../../lib/request/api-query.ts'
import type { PauseFacts, PauseKind } from './pause.ts'

/** A quarantined or suspended account. */
export interface PausedPerson extends PauseFacts {
  userId: string
  email: string
}

const quarantinedQuery = apiPages({
  call: staffPauses.listQuarantinedUsers,
  input: { query: {} },
  pageSize: rowsPerPage,
  toRows: (list): PausedPerson[] =>
    list.map(({ quarantinedAt, ...facts }) => ({ ...facts, since: quarantinedAt })),
  cursorOf: ({ since, userId }) => `${since},${userId}`,
})

const suspendedQuery = apiPages({
  call: staffPauses.listSuspendedUsers,
  input: { query: {} },
  pageSize: rowsPerPage,
  toRows: (list): PausedPerson[] =>
    list.map(({ suspendedAt, ...facts }) => ({ ...facts, since: suspendedAt })),
  cursorOf: ({ since, userId }) => `${since},${userId}`,
})

/** Lists the quarantined or the suspended accounts. */
export function pausedPeopleQuery(kind: PauseKind) {
  return kind === 'quarantine' ? quarantinedQuery : suspendedQuery
}

export const quarantinedWorkspacesQuery = apiPages({
  call: staffPauses.listQuarantinedWorkspaces,
  input: { query: {} },
  pageSize: rowsPerPage,
  toRows: (list) => list,
  cursorOf: ({ quarantinedAt, id }) => `${quarantinedAt},${id}`,
})
