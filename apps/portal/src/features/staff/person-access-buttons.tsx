import { staffAccounts } from '@portal/contract/staff/accounts/accounts'
import type { PersonReport } from '@portal/contract/staff/search/search'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useUser } from '../../lib/guard/session.ts'
import { useCall } from '../../lib/request/calls.ts'
import { PauseButton } from './pauses/pause-button.tsx'
import { mostListed } from './record-table.tsx'
import { StoppingTokens } from './stopping-tokens.tsx'
import { useStaffCache } from './use-staff-cache.ts'

const options = { expectedErrors: ['NotFound', 'Conflict'] as const }
const ownAccountReason = 'Use the Security section of your own account'

/** Ends all sessions of the user, after confirmation: docs/product/staff.md#sessions-and-tokens. */
export function EndSessionsButton({ user: { id: userId, email } }: Pick<PersonReport, 'user'>) {
  const call = useCall(staffAccounts.endSessions, options)
  const { id: ownId } = useUser()
  const cache = useStaffCache()

  async function endSessions(reason: string | null) {
    const outcome = await call.run({ params: { userId }, body: { reason } })
    if (!outcome.isOk) return false
    cache.removeSessions(userId)
    showToast(`${email} is signed out everywhere`, { tone: 'success' })
    return true
  }

  return (
    <PauseButton
      icon="log-out"
      size="sm"
      tone="danger"
      disabledReason={userId === ownId ? ownAccountReason : undefined}
      title={`End all sessions of ${email}?`}
      description="Signs the user out of all browsers, command-line tools and instances. The user gets an email if their address is verified. API tokens continue to work, and the user can sign in again."
      isPausing={false}
      actText="End sessions"
      onSet={({ reason }) => endSessions(reason)}
      status={call.status}
      error={call.error}
      onReset={call.reset}
    />
  )
}

/** Revokes all API tokens of the user, after confirmation. */
export function RevokeTokensButton({
  user: { id: userId, email },
  tokens,
}: Pick<PersonReport, 'user' | 'tokens'>) {
  const call = useCall(staffAccounts.revokeTokens, options)
  const { id: ownId } = useUser()
  const cache = useStaffCache()
  const isOwn = userId === ownId
  const apiTokens = tokens.filter(({ kind }) => kind === 'api')
  // A full list may leave out older API tokens.
  const hasNone = apiTokens.length === 0 && tokens.length < mostListed

  async function revokeTokens(reason: string | null) {
    const outcome = await call.run({ params: { userId }, body: { reason } })
    if (!outcome.isOk) return false
    cache.removeApiTokens(userId)
    showToast(`The API tokens of ${email} are revoked`, { tone: 'success' })
    return true
  }

  return (
    <PauseButton
      icon="trash"
      size="sm"
      tone="danger"
      isDisabled={isOwn || hasNone}
      disabledReason={isOwn ? ownAccountReason : 'This user has no API tokens'}
      title={`Revoke all API tokens of ${email}?`}
      description="Automation that uses these tokens stops working, and revoked tokens cannot be restored. The user gets an email if their address is verified. Tokens of service accounts continue to work."
      isPausing={false}
      effects={<StoppingTokens tokens={apiTokens} />}
      actText="Revoke API tokens"
      onSet={({ reason }) => revokeTokens(reason)}
      status={call.status}
      error={call.error}
      onReset={call.reset}
    />
  )
}
