import { restorableDays } from '@portal/contract/limits'
import { staffAccounts } from '@portal/contract/staff/accounts/accounts'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCall } from '../../lib/request/calls.ts'
import { PauseButton } from './pauses/pause-button.tsx'
import { personQuery } from './search/look-up-queries.ts'
import { useStaffCache } from './use-staff-cache.ts'

/** Moves the focus to the page heading when the button disappears after a restore. */
export function useFocusHeadingOnUnmount() {
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
export function RestoreButton({ userId, email }: { userId: string; email: string }) {
  const restore = useCall(staffAccounts.restore, { expectedErrors: ['NotFound', 'Conflict'] })
  const client = useQueryClient()
  const { reloadLog } = useStaffCache()
  useFocusHeadingOnUnmount()

  async function confirm(reason: string | null) {
    const outcome = await restore.run({ params: { userId }, body: { reason } })
    if (!outcome.isOk) return false
    reloadLog()
    // Only the API knows which workspaces were restored with the account.
    void client.refetchQueries({ queryKey: personQuery(userId).queryKey, exact: true })
    showToast(`${email} is restored`, { tone: 'success' })
    return true
  }

  return (
    <PauseButton
      icon="undo"
      title={`Restore ${email}?`}
      description={`You can restore an account for ${restorableDays} days after its deletion. Workspaces deleted with the account are restored with it. Tokens are not restored.`}
      isPausing={false}
      actText="Restore account"
      onSet={({ reason }) => confirm(reason)}
      status={restore.status}
      error={restore.error}
      onReset={restore.reset}
    />
  )
}
