import { restorableDays } from '@portal/contract/limits'
import { people } from '@portal/contract/people'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCall } from '../../../lib/request/api.ts'
import { PauseButton } from '../pauses/pause-button.tsx'
import { useStaffCache } from '../use-staff-cache.ts'
import { personQuery } from './look-up-queries.ts'

/** The button goes once the account is back: then the focus that it had is the page's heading's. */
function useFocusLeftToHeading() {
  useEffect(
    () => () => {
      // After the dialog has tried to give the focus back.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        document.querySelector<HTMLElement>('[data-page-heading]')?.focus()
      })
    },
    [],
  )
}

/** Brings a deleted account back, with the workspaces that went with it, while that is possible. */
export function RestoreButton({ userId, email }: { userId: string; email: string }) {
  const restore = useCall(people.restore, { expectedErrors: ['NotFound', 'Conflict'] })
  const client = useQueryClient()
  const { reloadLog } = useStaffCache()
  useFocusLeftToHeading()

  async function confirm(reason: string | null) {
    const outcome = await restore.run({ params: { userId }, body: { reason } })
    if (!outcome.isOk) return false
    reloadLog()
    // Its workspaces are back too, which only the API knows.
    void client.refetchQueries({ queryKey: personQuery(userId).queryKey, exact: true })
    showToast(`${email} is restored`, { tone: 'success' })
    return true
  }

  return (
    <PauseButton
      icon="undo"
      title={`Restore ${email}?`}
      description={`Possible for ${restorableDays} days after the deletion. The workspaces that went with the account come back with it; tokens stay dead.`}
      isPausing={false}
      actText="Restore account"
      onSet={({ reason }) => confirm(reason)}
      status={restore.status}
      error={restore.error}
      onReset={restore.reset}
    />
  )
}
