/** What staff can do to an account besides quarantine and suspension: docs/product/staff.md#sessions-and-tokens. */
import { restorableDays } from '@portal/contract/limits'
import { staffAccounts } from '@portal/contract/staff/accounts/accounts'
import type { PersonReport } from '@portal/contract/staff/search/search'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUser } from '../../lib/guard/session.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { personQuery } from './look-up-queries.ts'
import { ReasonButton } from './reason-button.tsx'
import { mostListed } from './record-table.tsx'
import { useReloadLog } from './staff-log-query.ts'
import { StoppingTokens } from './stopping-tokens.tsx'

const expectedErrors = ['NotFound', 'Conflict'] as const
const ownAccountReason = 'Use the Security section of your own account'

/** Returns a function that removes tokens and sessions from the cached report. A new look-up would be recorded. */
function useChangeReport(userId: string) {
  const client = useQueryClient()
  const reloadLog = useReloadLog()
  return (change: (report: PersonReport) => Partial<PersonReport>) => {
    client.setQueryData(personQuery(userId).queryKey, (known) => known && { ...known, ...change(known) })
    reloadLog()
  }
}

/** Ends all sessions of the user, after confirmation. */
export function EndSessionsButton({ user: { id: userId, email } }: Pick<PersonReport, 'user'>) {
  const { id: ownId } = useUser()
  const changeReport = useChangeReport(userId)
  const endSessions = useApiMutation(staffAccounts.endSessions, {
    expectedErrors,
    onSuccess: () => {
      changeReport(({ tokens }) => ({ sessions: [], tokens: tokens.filter(({ kind }) => kind === 'api') }))
      showToast(`${email} is signed out everywhere`, { tone: 'success' })
    },
  })
  return (
    <ReasonButton
      icon="log-out"
      size="sm"
      isDanger
      disabledReason={userId === ownId ? ownAccountReason : undefined}
      title={`End all sessions of ${email}?`}
      description="Signs the user out of all browsers, command-line tools and instances. The user gets an email if their address is verified. API tokens continue to work, and the user can sign in again."
      actText="End sessions"
      request={endSessions}
      onConfirm={({ reason }, close) =>
        endSessions.mutate({ params: { userId }, body: { reason } }, { onSuccess: close })
      }
    />
  )
}

/** Revokes all API tokens of the user, after confirmation. */
export function RevokeTokensButton({
  user: { id: userId, email },
  tokens,
}: Pick<PersonReport, 'user' | 'tokens'>) {
  const { id: ownId } = useUser()
  const changeReport = useChangeReport(userId)
  const revokeTokens = useApiMutation(staffAccounts.revokeTokens, {
    expectedErrors,
    onSuccess: () => {
      changeReport((known) => ({ tokens: known.tokens.filter(({ kind }) => kind !== 'api') }))
      showToast(`The API tokens of ${email} are revoked`, { tone: 'success' })
    },
  })
  const isOwn = userId === ownId
  const apiTokens = tokens.filter(({ kind }) => kind === 'api')
  // A full list may leave out older API tokens.
  const hasNone = apiTokens.length === 0 && tokens.length < mostListed
  return (
    <ReasonButton
      icon="trash"
      size="sm"
      isDanger
      isDisabled={isOwn || hasNone}
      disabledReason={isOwn ? ownAccountReason : 'This user has no API tokens'}
      title={`Revoke all API tokens of ${email}?`}
      description="Automation that uses these tokens stops working, and revoked tokens cannot be restored. The user gets an email if their address is verified. Tokens of service accounts continue to work."
      effects={<StoppingTokens tokens={apiTokens} />}
      actText="Revoke API tokens"
      request={revokeTokens}
      onConfirm={({ reason }, close) =>
        revokeTokens.mutate({ params: { userId }, body: { reason } }, { onSuccess: close })
      }
    />
  )
}

/** Moves the focus to the page heading when the button disappears after its action. */
function useFocusHeadingOnUnmount() {
  useEffect(
    () => () => {
      // Runs after the dialog has tried to return the focus.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        document.querySelector<HTMLElement>('[data-page-heading]')?.focus()
      })
    },
    [],
  )
}

/** Returns a function that requests the report again, because only the API knows what was restored. */
function useReloadReport(userId: string) {
  const client = useQueryClient()
  const reloadLog = useReloadLog()
  return () => {
    reloadLog()
    void client.refetchQueries({ queryKey: personQuery(userId).queryKey, exact: true })
  }
}

interface AccountProps {
  userId: string
  email: string
}

/** Restores a deleted account and the workspaces that were deleted with it, within the restore period. */
export function RestoreButton({ userId, email }: AccountProps) {
  const reloadReport = useReloadReport(userId)
  const restore = useApiMutation(staffAccounts.restore, {
    expectedErrors,
    onSuccess: () => {
      reloadReport()
      showToast(`${email} is restored`, { tone: 'success' })
    },
  })
  useFocusHeadingOnUnmount()
  return (
    <ReasonButton
      icon="undo"
      title={`Restore ${email}?`}
      description={`You can restore an account for ${restorableDays} days after its deletion. Workspaces deleted with the account are restored with it. Tokens are not restored.`}
      actText="Restore account"
      request={restore}
      onConfirm={({ reason }, close) =>
        restore.mutate({ params: { userId }, body: { reason } }, { onSuccess: close })
      }
    />
  )
}

/** Gives an account back to its previous user. See docs/product/account.md#is-it-yours. */
export function UndoJoinButton({ userId, email }: AccountProps) {
  const { id: ownId } = useUser()
  const reloadReport = useReloadReport(userId)
  const undo = useApiMutation(staffAccounts.undoJoin, {
    expectedErrors,
    onSuccess: () => {
      reloadReport()
      showToast(`${email} was given back`, { tone: 'success' })
    },
  })
  useFocusHeadingOnUnmount()
  return (
    <ReasonButton
      icon="undo"
      disabledReason={userId === ownId ? 'This is your own account' : undefined}
      title={`Give ${email} back?`}
      description={`The owner of this address said that another person had opened the account. Giving it back restores the previous ways to sign in, profile, workspaces, people and tokens, and the current user loses access. You can do this for ${restorableDays} days after their answer.`}
      actText="Give account back"
      request={undo}
      onConfirm={({ reason }, close) =>
        undo.mutate({ params: { userId }, body: { reason } }, { onSuccess: close })
      }
    />
  )
}
