import { clientNames } from '@portal/contract/oauth/oauth'
import type { Session } from '@portal/contract/sessions/sessions'
import type { listInstanceSessions, listPortalSessions } from './own-sessions-store.ts'

type PortalRow = Awaited<ReturnType<typeof listPortalSessions>>[number]
type InstanceRow = Awaited<ReturnType<typeof listInstanceSessions>>[number]

/** Converts a browser or command-line session to the API's format. */
export function portalSessionBody({ clientId, ...row }: PortalRow, currentId: string | undefined): Session {
  return {
    ...row,
    kind: clientId === null ? 'portal' : 'cli',
    clientName: clientId === null ? null : (clientNames[clientId] ?? clientId),
    isCurrent: row.id === currentId,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    workspace: null,
  }
}

/** Converts an instance session to the API's format. */
export function instanceSessionBody(row: InstanceRow): Session {
  return {
    ...row,
    kind: 'instance',
    clientName: null,
    isCurrent: false,
    userAgent: null,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
  }
}

/** Sorts an unpaged list for display: browsers and command lines by last use, then instances by sign-in. */
export function sortByUse(rows: readonly Session[]): Session[] {
  const isInstance = ({ kind }: Session) => kind === 'instance'
  const lastUse = ({ lastSeenAt }: Session) => lastSeenAt ?? ''
  const portal = rows.filter((row) => !isInstance(row))
  const latestFirst = portal.toSorted((one, other) => lastUse(other).localeCompare(lastUse(one)))
  return [...latestFirst, ...rows.filter(isInstance)]
}

/** Sorts sessions as pages of both kinds are sorted: latest sign-in first. */
export function compareLatestFirst(one: Session, other: Session): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1
  return one.id < other.id ? 1 : -1
}
