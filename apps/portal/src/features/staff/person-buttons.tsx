/** The staff actions on an account other than quarantine and suspension: docs/product/staff.md#sessions-and-tokens. */
import { restorableDays } from '@portal/contract/limits'
import { staffAccounts } from '@portal/contract/staff/accounts/accounts'
import type { PersonReport } from '@portal/contract/staff/search/search'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUser } from '../../lib/guard/session.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { personQuery } from './look-ups.ts'
import { ReasonButton, type ReasonButtonProps } from './reason-button.tsx'
import { mostListed } from './record-parts.tsx'
import { useReloadLog } from './staff-log-query.ts'
import { StoppingTokens } from './stopping-tokens.tsx'

const ownAccountReason = 'Use the Security section of your own account'

type AccountCall = (typeof staffAccounts)['endSessions' | 'revokeTokens' | 'restore' | 'undoJoin']

interface AccountActionOptions {
  done: string
  /** What the action removes from the report. Without it, the report is requested again, because only the API knows what was restored. */
  change?: (report: PersonReport) => Partial<PersonReport>
}

/** An action with a reason on the account, as the props of its button. A new look-up would be recorded, so the cached report is changed. */
function useAccountAction(call: AccountCall, userId: string, { done, change }: AccountActionOptions) {
  const client = useQueryClient()
  const reloadLog = useReloadLog()
  const { queryKey } = personQuery(userId)
  const request = useApiMutation(call, {
    expectedErrors: ['NotFound', 'Conflict'],
    onSuccess: () => {
      reloadLog()
      if (change) client.setQueryData(queryKey, (known) => known && { ...known, ...change(known) })
      else void client.refetchQueries({ queryKey, exact: true })
      showToast(done, { tone: 'success' })
    },
  })
  const onConfirm: ReasonButtonProps['onConfirm'] = ({ reason }, close) =>
    request.mutate({ params: { userId }, body: { reason } }, { onSuccess: close })
  return { request, onConfirm }
}

type UserProps = Pick<PersonReport, 'user'>

/** Ends all sessions of the user, after confirmation. */
export function EndSessionsButton({ user: { id, email } }: UserProps) {
  const { id: ownId } = useUser()
  const action = useAccountAction(staffAccounts.endSessions, id, {
    done: `${email} is signed out everywhere`,
    change: ({ tokens }) => ({ sessions: [], tokens: tokens.filter(({ kind }) => kind === 'api') }),
  })
  return (
    <ReasonButton
      icon="log-out"
      size="sm"
      isDanger
      disabledReason={id === ownId ? ownAccountReason : undefined}
      title={`End all sessions of ${email}?`}
      description="Signs the user out of all browsers, command-line tools and instances. The user gets an email if their address is verified. API tokens continue to work, and the user can sign in again."
      actText="End sessions"
      {...action}
    />
  )
}

/** Revokes all API tokens of the user, after confirmation. */
export function RevokeTokensButton({
  user: { id, email },
  tokens,
}: UserProps & Pick<PersonReport, 'tokens'>) {
  const { id: ownId } = useUser()
  const action = useAccountAction(staffAccounts.revokeTokens, id, {
    done: `The API tokens of ${email} are revoked`,
    change: (known) => ({ tokens: known.tokens.filter(({ kind }) => kind !== 'api') }),
  })
  const isOwn = id === ownId
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
      {...action}
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

/** Restores a deleted account and the workspaces that were deleted with it, within the restore period. */
export function RestoreButton({ user: { id, email } }: UserProps) {
  const action = useAccountAction(staffAccounts.restore, id, { done: `${email} is restored` })
  useFocusHeadingOnUnmount()
  return (
    <ReasonButton
      icon="undo"
      title={`Restore ${email}?`}
      description={`You can restore an account for ${restorableDays} days after its deletion. Workspaces deleted with the account are restored with it. Tokens are not restored.`}
      actText="Restore account"
      {...action}
    />
  )
}

/** Gives an account back to its previous user. See docs/product/account.md#is-it-yours. */
export function UndoJoinButton({ user: { id, email } }: UserProps) {
  const { id: ownId } = useUser()
  const action = useAccountAction(staffAccounts.undoJoin, id, { done: `${email} was given back` })
  useFocusHeadingOnUnmount()
  return (
    <ReasonButton
      icon="undo"
      disabledReason={id === ownId ? 'This is your own account' : undefined}
      title={`Give ${email} back?`}
      description={`The owner of this address said that another person had opened the account. Giving it back restores the previous ways to sign in, profile, workspaces, people and tokens, and the current user loses access. You can do this for ${restorableDays} days after their answer.`}
      actText="Give account back"
      {...action}
    />
  )
}
