/** Sets or ends quarantines and suspensions, with an undo. */
import type { CallInput } from '@portal/contract/endpoint'
import { type QuarantinedWorkspace, staffPauses } from '@portal/contract/staff/pauses/pauses'
import { type SearchResult, staffSearch } from '@portal/contract/staff/search/search'
import type { UserRecord } from '@portal/contract/staff/staff-calls'
import { serverNow } from '@portal/ui/lib/server-clock'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { useUser } from '../../lib/guard/session.ts'
import type { DialogRequest } from '../../lib/layout/ask-dialog.tsx'
import { queryKeyOf } from '../../lib/request/api-query.ts'
import type { RequestError } from '../../lib/request/request-error.ts'
import { tellFailure } from '../../lib/request/tell-failure.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { personQuery, workspaceReportQuery } from './look-ups.ts'
import {
  quarantinedWorkspacesQuery,
  type Restriction,
  type RestrictionChange,
  type RestrictionKind,
  restrictedAccountsQuery,
  restrictedSince,
  undoOf,
} from './restrictions.ts'
import { useReloadLog } from './staff-log-query.ts'

export interface RestrictRequest extends DialogRequest {
  reset: () => void
  /** Sets or ends the restriction of the account or workspace with this id. */
  set: (id: string, change: RestrictionChange, onDone: () => void) => void
}

/** Reports the failure in a new toast, because the toast with the Undo button has closed. */
const tellUndoFailure = (error: RequestError) => tellFailure('The change could not be undone', error)

function tellSuccess(title: string, undo?: () => void): void {
  showToast(title, { tone: 'success', ...(undo && { action: { label: 'Undo', onPress: undo } }) })
}

const accountCalls = { quarantine: staffPauses.setUserQuarantine, suspension: staffPauses.setUserSuspension }
type AccountInput = CallInput<(typeof accountCalls)[RestrictionKind]>

const accountInput = (
  kind: RestrictionKind,
  userId: string,
  { isRestricted, ...facts }: RestrictionChange,
): AccountInput =>
  kind === 'quarantine'
    ? { params: { userId }, body: { isQuarantined: isRestricted, ...facts } }
    : { params: { userId }, body: { isSuspended: isRestricted, ...facts } }

function accountTitle(kind: RestrictionKind, user: UserRecord): string {
  const state = kind === 'quarantine' ? 'quarantined' : 'suspended'
  return `${user.email} is ${restrictedSince(user, kind) === null ? 'no longer ' : ''}${state}`
}

/** Reads and updates what the page knows of accounts. Look-ups are recorded, so the changed ones are not requested again. */
function useAccountCache(kind: RestrictionKind) {
  const client = useQueryClient()
  const { email: byEmail } = useUser()
  const reload = useReloadLog()
  return {
    /** The restriction of an account: null if there is none, undefined if unknown. */
    find(userId: string): Restriction | null | undefined {
      const report = client.getQueryData(personQuery(userId).queryKey)
      if (report) return report[kind]
      const list = client.getQueryData(restrictedAccountsQuery(kind).queryKey)
      const found = list?.pages.flatMap(({ rows }) => rows).find((row) => row.userId === userId)
      return found ?? (list?.pages.at(-1)?.hasMore === false ? null : undefined)
    },
    store(user: UserRecord, { body: { reason = null, until = null, keepsInvitations } }: AccountInput): void {
      const replace = <Row extends UserRecord>(row: Row): Row =>
        row.id === user.id ? { ...row, ...user } : row
      client.setQueriesData<UserRecord[]>({ queryKey: queryKeyOf(staffSearch.listByEmail) }, (known) =>
        known?.map(replace),
      )
      client.setQueriesData<SearchResult>(
        { queryKey: queryKeyOf(staffSearch.search) },
        (known) => known && { ...known, people: known.people.map(replace) },
      )
      const since = restrictedSince(user, kind)
      client.setQueryData(
        personQuery(user.id).queryKey,
        (known) =>
          known && {
            ...known,
            user: { ...known.user, ...user },
            [kind]: since === null ? null : { since, reason, until, byEmail },
            ...(since !== null &&
              !keepsInvitations && { leftBehind: { ...known.leftBehind, invitations: 0 } }),
          },
      )
      reload(staffPauses.listQuarantinedUsers, staffPauses.listSuspendedUsers)
    },
  }
}

/** Sets or ends the quarantine or suspension of an account. */
export function useRestrictAccount(kind: RestrictionKind): RestrictRequest {
  const cache = useAccountCache(kind)
  const call = accountCalls[kind]
  const options = {
    keyParts: ({ params, body }: AccountInput) => [
      params.userId,
      'isQuarantined' in body ? body.isQuarantined : body.isSuspended,
    ],
    // An unknown id and the caller's own id.
    expectedErrors: ['NotFound', 'Conflict'] as const,
  }
  const undo = useApiMutation(call, {
    ...options,
    onSuccess: ({ user }, input) => {
      cache.store(user, input)
      tellSuccess(`Undone: ${accountTitle(kind, user)}`)
    },
    onError: tellUndoFailure,
  })
  const { mutate, ...request } = useApiMutation(call, {
    ...options,
    onMutate: ({ params }) => cache.find(params.userId),
    onSuccess: ({ user }, input, before) => {
      cache.store(user, input)
      const back = undoOf(before, restrictedSince(user, kind), serverNow())
      // A restriction that is restored withdraws no invitations.
      const undone = back && accountInput(kind, input.params.userId, { ...back, keepsInvitations: true })
      tellSuccess(accountTitle(kind, user), undone && (() => undo.mutate(undone)))
    },
  })
  return {
    ...request,
    set: (userId, change, onDone) => mutate(accountInput(kind, userId, change), { onSuccess: onDone }),
  }
}

type WorkspaceInput = CallInput<typeof staffPauses.setWorkspaceQuarantine>

const workspaceInput = (
  workspaceId: string,
  { isRestricted, reason, until }: RestrictionChange,
): WorkspaceInput => ({ params: { workspaceId }, body: { isQuarantined: isRestricted, reason, until } })

const workspaceTitle = ({ displayName, quarantinedAt }: QuarantinedWorkspace) =>
  `“${displayName}” is ${quarantinedAt === null ? 'no longer ' : ''}quarantined`

function useWorkspaceCache() {
  const client = useQueryClient()
  const { email: byEmail } = useUser()
  const reload = useReloadLog()
  return {
    /** The quarantine of a workspace: null if there is none, undefined if unknown. */
    find(workspaceId: string): Restriction | null | undefined {
      const report = client.getQueryData(workspaceReportQuery(workspaceId).queryKey)
      if (report) return report.quarantine
      const list = client.getQueryData(quarantinedWorkspacesQuery.queryKey)
      const found = list?.pages.flatMap(({ rows }) => rows).find(({ id }) => id === workspaceId)
      if (found?.quarantinedAt) return { ...found, since: found.quarantinedAt, byEmail: null }
      return list?.pages.at(-1)?.hasMore === false ? null : undefined
    },
    store(
      { id, quarantinedAt: since }: QuarantinedWorkspace,
      { body: { reason = null, until = null } }: WorkspaceInput,
    ): void {
      client.setQueryData(
        workspaceReportQuery(id).queryKey,
        (known) =>
          known && { ...known, quarantine: since === null ? null : { since, reason, until, byEmail } },
      )
      reload(staffPauses.listQuarantinedWorkspaces)
    },
  }
}

/** Sets or ends the quarantine of a workspace. */
export function useQuarantineWorkspace(): RestrictRequest {
  const cache = useWorkspaceCache()
  const options = {
    keyParts: ({ params, body }: WorkspaceInput) => [params.workspaceId, body.isQuarantined],
    expectedErrors: ['NotFound'] as const,
  }
  const undo = useApiMutation(staffPauses.setWorkspaceQuarantine, {
    ...options,
    onSuccess: ({ workspace }, input) => {
      cache.store(workspace, input)
      tellSuccess(`Undone: ${workspaceTitle(workspace)}`)
    },
    onError: tellUndoFailure,
  })
  const { mutate, ...request } = useApiMutation(staffPauses.setWorkspaceQuarantine, {
    ...options,
    onMutate: ({ params }) => cache.find(params.workspaceId),
    onSuccess: ({ workspace }, input, before) => {
      cache.store(workspace, input)
      const back = undoOf(before, workspace.quarantinedAt, serverNow())
      const undone = back && workspaceInput(input.params.workspaceId, back)
      tellSuccess(workspaceTitle(workspace), undone && (() => undo.mutate(undone)))
    },
  })
  return {
    ...request,
    set: (workspaceId, change, onDone) => mutate(workspaceInput(workspaceId, change), { onSuccess: onDone }),
  }
}
