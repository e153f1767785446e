import { restorableDays } from '@portal/contract/limits'
import { staffAccounts } from '@portal/contract/staff/accounts/accounts'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { useUser } from '../../lib/guard/session.ts'
import { useCall } from '../../lib/request/calls.ts'
import { PauseButton } from './pauses/pause-button.tsx'
import { useFocusHeadingOnUnmount } from './restore-button.tsx'
import { personQuery } from './search/look-up-queries.ts'
import { useStaffCache } from './use-staff-cache.ts'

/** Gives an account back to its previous user. See docs/product/account.md#is-it-yours. */
export function UndoJoinButton({ userId, email }: { userId: string; email: string }) {
  const undo = useCall(staffAccounts.undoJoin, { expectedErrors: ['NotFound', 'Conflict'] })
  const { id: ownId } = useUser()
  const client = useQueryClient()
  const { reloadLog } = useStaffCache()
  useFocusHeadingOnUnmount()

  async function confirm(reason: string | null) {
    const outcome = await undo.run({ params: { userId }, body: { reason } })
    if (!outcome.isOk) return false
    reloadLog()
    void client.refetchQueries({ queryKey: personQuery(userId).queryKey, exact: true })
    showToast(`${email} was given back`, { tone: 'success' })
    return true
  }

  return (
    <PauseButton
      icon="undo"
      disabledReason={userId === ownId ? 'This is your own account' : undefined}
      title={`Give ${email} back?`}
      description={`The owner of this address said that another person had opened the account. Giving it back restores the previous ways to sign in, profile, workspaces, people and tokens, and the current user loses access. You can do this for ${restorableDays} days after their answer.`}
      isPausing={false}
      actText="Give account back"
      onSet={({ reason }) => confirm(reason)}
      status={undo.status}
      error={undo.error}
      onReset={undo.reset}
    />
  )
}
