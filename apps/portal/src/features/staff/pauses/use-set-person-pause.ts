import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import type { UserRecord } from '@portal/contract/staff/staff-calls'
import { serverNow } from '@portal/ui/lib/server-clock'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { type CallOutcome, runCall, useCall } from '../../../lib/request/calls.ts'
import { useStaffCache } from '../use-staff-cache.ts'
import { type PauseChange, type PauseKind, pausedSince, takenBack } from './pause.ts'
import { tellUndoFailure } from './tell-undo-failure.ts'

/** The request key contains the user and the state. An unknown id and the caller's own id are expected errors. */
const optionsOf = (userId: string, { isPaused }: PauseChange) => ({
  keyParts: [userId, isPaused],
  expectedErrors: ['NotFound', 'Conflict'] as const,
})

const quarantineInput = (userId: string, { isPaused, ...facts }: PauseChange) => ({
  params: { userId },
  body: { isQuarantined: isPaused, ...facts },
})

const suspensionInput = (userId: string, { isPaused, ...facts }: PauseChange) => ({
  params: { userId },
  body: { isSuspended: isPaused, ...facts },
})

function titleOf(kind: PauseKind, user: UserRecord): string {
  const state = kind === 'quarantine' ? 'quarantined' : 'suspended'
  return `${user.email} is ${pausedSince(user, kind) === null ? 'no longer ' : ''}${state}`
}

/** Sets or ends the pause of an account, with an undo: docs/product/staff.md#quarantine-and-suspension. */
export function useSetPersonPause(kind: PauseKind) {
  const quarantine = useCall(staffPauses.setUserQuarantine)
  const suspension = useCall(staffPauses.setUserSuspension)
  const client = useQueryClient()
  const cache = useStaffCache()

  async function undo(userId: string, change: PauseChange) {
    const options = optionsOf(userId, change)
    const outcome: CallOutcome<{ user: UserRecord }> =
      kind === 'quarantine'
        ? await runCall(client, staffPauses.setUserQuarantine, quarantineInput(userId, change), options)
        : await runCall(client, staffPauses.setUserSuspension, suspensionInput(userId, change), options)
    if (!outcome.isOk) return tellUndoFailure(outcome.error)
    const { user } = outcome.data
    cache.takePerson(user, kind, change)
    showToast(`Undone: ${titleOf(kind, user)}`, { tone: 'success' })
  }

  /** Resolves to whether the change succeeded. On failure, `error` has the reason. */
  async function set(userId: string, change: PauseChange): Promise<boolean> {
    const before = cache.personPause(kind, userId)
    const options = optionsOf(userId, change)
    const outcome: CallOutcome<{ user: UserRecord }> =
      kind === 'quarantine'
        ? await quarantine.run(quarantineInput(userId, change), options)
        : await suspension.run(suspensionInput(userId, change), options)
    if (!outcome.isOk) return false
    const { user } = outcome.data
    cache.takePerson(user, kind, change)
    const back = takenBack(change, before, pausedSince(user, kind), serverNow())
    showToast(titleOf(kind, user), {
      tone: 'success',
      // A pause that is restored withdraws no invitations.
      ...(back && {
        action: { label: 'Undo', onPress: () => void undo(userId, { ...back, keepsInvitations: true }) },
      }),
    })
    return true
  }

  const { status, error, reset } = kind === 'quarantine' ? quarantine : suspension
  return { set, status, error, reset }
}
