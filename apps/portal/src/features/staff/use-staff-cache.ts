import type { Endpoint } from '@portal/contract/endpoint'
import { type QuarantinedWorkspace, staffPauses } from '@portal/contract/staff/pauses/pauses'
import { staffRecords } from '@portal/contract/staff/records/records'
import { type SearchResult, staffSearch } from '@portal/contract/staff/search/search'
import type { UserRecord } from '@portal/contract/staff/staff-calls'
import { useQueryClient } from '@tanstack/react-query'
import { useUser } from '../../lib/guard/session.ts'
import { queryKeyOf } from '../../lib/request/api-query.ts'
import { pausedPeopleQuery, quarantinedWorkspacesQuery } from './pauses/list-queries.ts'
import { type PauseChange, type PauseFacts, type PauseKind, pausedSince } from './pauses/pause.ts'
import { personQuery, workspaceReportQuery } from './search/look-up-queries.ts'

/**
 * Updates the cached data of the staff pages after an action. Look-ups are recorded, so their cached results are updated
 * in place instead of being requested again. Lists and the log are reloaded.
 */
export function useStaffCache() {
  const client = useQueryClient()
  const { email: byEmail } = useUser()

  function reload(...calls: Endpoint[]) {
    for (const call of [...calls, staffRecords.list])
      void client.invalidateQueries({ queryKey: queryKeyOf(call) })
  }

  const factsOf = (since: string | null, { reason, until }: PauseChange): PauseFacts | null =>
    since === null ? null : { since, reason, until, byEmail }

  return {
    /** The pause of an account: null if there is none, undefined if unknown. */
    personPause(kind: PauseKind, userId: string): PauseFacts | null | undefined {
      const report = client.getQueryData(personQuery(userId).queryKey)
      if (report) return report[kind]
      const list = client.getQueryData(pausedPeopleQuery(kind).queryKey)
      const found = list?.pages.flatMap(({ rows }) => rows).find((row) => row.userId === userId)
      return found ?? (list?.pages.at(-1)?.hasMore === false ? null : undefined)
    },
    /** Stores the updated account and the pause that was just set or ended. */
    takePerson(user: UserRecord, kind: PauseKind, change: PauseChange): void {
      const replace = <Row extends UserRecord>(row: Row): Row =>
        row.id === user.id ? { ...row, ...user } : row
      client.setQueriesData<UserRecord[]>({ queryKey: queryKeyOf(staffSearch.listByEmail) }, (known) =>
        known?.map(replace),
      )
      client.setQueriesData<SearchResult>(
        { queryKey: queryKeyOf(staffSearch.search) },
        (known) => known && { ...known, people: known.people.map(replace) },
      )
      const pause = factsOf(pausedSince(user, kind), change)
      client.setQueryData(
        personQuery(user.id).queryKey,
        (known) =>
          known && {
            ...known,
            user: { ...known.user, ...user },
            [kind]: pause,
            ...(change.isPaused &&
              !change.keepsInvitations && { leftBehind: { ...known.leftBehind, invitations: 0 } }),
          },
      )
      reload(staffPauses.listQuarantinedUsers, staffPauses.listSuspendedUsers)
    },
    /** The pause of a workspace: null if there is none, undefined if unknown. */
    workspacePause(workspaceId: string): PauseFacts | null | undefined {
      const report = client.getQueryData(workspaceReportQuery(workspaceId).queryKey)
      if (report) return report.quarantine
      const list = client.getQueryData(quarantinedWorkspacesQuery.queryKey)
      const found = list?.pages.flatMap(({ rows }) => rows).find(({ id }) => id === workspaceId)
      if (found?.quarantinedAt) return { ...found, since: found.quarantinedAt, byEmail: null }
      return list?.pages.at(-1)?.hasMore === false ? null : undefined
    },
    takeWorkspace(workspace: QuarantinedWorkspace, change: PauseChange): void {
      const pause = factsOf(workspace.quarantinedAt, change)
      client.setQueryData(
        workspaceReportQuery(workspace.id).queryKey,
        (known) => known && { ...known, quarantine: pause },
      )
      reload(staffPauses.listQuarantinedWorkspaces)
    },
    /** Removes the user's sessions, on instances too, from the report. */
    removeSessions(userId: string): void {
      client.setQueryData(
        personQuery(userId).queryKey,
        (known) =>
          known && { ...known, sessions: [], tokens: known.tokens.filter(({ kind }) => kind === 'api') },
      )
      reload()
    },
    removeApiTokens(userId: string): void {
      client.setQueryData(
        personQuery(userId).queryKey,
        (known) => known && { ...known, tokens: known.tokens.filter(({ kind }) => kind !== 'api') },
      )
      reload()
    },
    /** For actions that change nothing else on the page. */
    reloadLog: () => reload(),
  }
}
