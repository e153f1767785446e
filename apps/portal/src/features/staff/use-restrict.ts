/** Sets or ends quarantines and suspensions, with an undo. */
import type { CallInput, CallResult, Endpoint } from '@portal/contract/endpoint'
import type { ErrorType } from '@portal/contract/errors'
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { type SearchResult, staffSearch } from '@portal/contract/staff/search/search'
import type { UserRecord } from '@portal/contract/staff/staff-calls'
import { serverNow } from '@portal/ui/lib/server-clock'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { useUser } from '../../lib/guard/session.ts'
import type { DialogRequest } from '../../lib/layout/ask-dialog.tsx'
import { queryKeyOf } from '../../lib/request/api-query.ts'
import type { KeyParts } from '../../lib/request/request-record.ts'
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

function tellSuccess(title: string, undo?: () => void): void {
  showToast(title, { tone: 'success', ...(undo && { action: { label: 'Undo', onPress: undo } }) })
}

interface RestrictOptions<E extends Endpoint> {
  expectedErrors: readonly ErrorType[]
  keyParts: (input: CallInput<E>) => KeyParts
  idOf: (input: CallInput<E>) => string
  inputOf: (id: string, change: RestrictionChange) => CallInput<E>
  /** The restriction that the page knows of: null if there is none, undefined if unknown. */
  find: (id: string) => Restriction | null | undefined
  /** Updates the cached reports and lists. Returns since when the restriction lasts, and the title of the toast. */
  store: (answer: CallResult<E>, input: CallInput<E>) => { since: string | null; title: string }
}

/** Sets or ends a restriction, and offers to undo that. */
function useRestrict<E extends Endpoint>(call: E, options: RestrictOptions<E>): RestrictRequest {
  const { expectedErrors, keyParts, idOf, inputOf, find, store } = options
  const undo = useApiMutation(call, {
    expectedErrors,
    keyParts,
    onSuccess: (answer, input) => tellSuccess(`Undone: ${store(answer, input).title}`),
    // In a new toast, because the toast with the Undo button has closed.
    onError: (error) => tellFailure('The change could not be undone', error),
  })
  const { mutate, ...request } = useApiMutation(call, {
    expectedErrors,
    keyParts,
    onMutate: (input) => find(idOf(input)),
    onSuccess: (answer, input, before) => {
      const { since, title } = store(answer, input)
      const back = undoOf(before, since, serverNow())
      // A restriction that is restored withdraws no invitations.
      const undone = back && inputOf(idOf(input), { ...back, keepsInvitations: true })
      tellSuccess(title, undone && (() => undo.mutate(undone)))
    },
  })
  return {
    ...request,
    set: (id, change, onDone) => mutate(inputOf(id, change), { onSuccess: onDone }),
  }
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

/** Sets or ends the quarantine or suspension of an account. Look-ups are recorded, so changed accounts are not requested again. */
export function useRestrictAccount(kind: RestrictionKind): RestrictRequest {
  const client = useQueryClient()
  const { email: byEmail } = useUser()
  const reload = useReloadLog()
  return useRestrict(accountCalls[kind], {
    // An unknown id and the caller's own id.
    expectedErrors: ['NotFound', 'Conflict'],
    keyParts: ({ params, body }) => [
      params.userId,
      'isQuarantined' in body ? body.isQuarantined : body.isSuspended,
    ],
    idOf: ({ params }) => params.userId,
    inputOf: (userId, change) => accountInput(kind, userId, change),
    find: (userId) => {
      const report = client.getQueryData(personQuery(userId).queryKey)
      if (report) return report[kind]
      const list = client.getQueryData(restrictedAccountsQuery(kind).queryKey)
      const found = list?.pages.flatMap(({ rows }) => rows).find((row) => row.userId === userId)
      return found ?? (list?.pages.at(-1)?.hasMore === false ? null : undefined)
    },
    store: ({ user }, { body: { reason = null, until = null, keepsInvitations } }) => {
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
      return { since, title: accountTitle(kind, user) }
    },
  })
}

/** Sets or ends the quarantine of a workspace. */
export function useQuarantineWorkspace(): RestrictRequest {
  const client = useQueryClient()
  const { email: byEmail } = useUser()
  const reload = useReloadLog()
  return useRestrict(staffPauses.setWorkspaceQuarantine, {
    expectedErrors: ['NotFound'],
    keyParts: ({ params, body }) => [params.workspaceId, body.isQuarantined],
    idOf: ({ params }) => params.workspaceId,
    inputOf: (workspaceId, { isRestricted, reason, until }) => ({
      params: { workspaceId },
      body: { isQuarantined: isRestricted, reason, until },
    }),
    find: (workspaceId) => {
      const report = client.getQueryData(workspaceReportQuery(workspaceId).queryKey)
      if (report) return report.quarantine
      const list = client.getQueryData(quarantinedWorkspacesQuery.queryKey)
      const found = list?.pages.flatMap(({ rows }) => rows).find(({ id }) => id === workspaceId)
      if (found?.quarantinedAt) return { ...found, since: found.quarantinedAt, byEmail: null }
      return list?.pages.at(-1)?.hasMore === false ? null : undefined
    },
    store: ({ workspace: { id, displayName, quarantinedAt: since, reason, until } }) => {
      client.setQueryData(
        workspaceReportQuery(id).queryKey,
        (known) =>
          known && { ...known, quarantine: since === null ? null : { since, reason, until, byEmail } },
      )
      reload(staffPauses.listQuarantinedWorkspaces)
      return { since, title: `“${displayName}” is ${since === null ? 'no longer ' : ''}quarantined` }
    },
  })
}
