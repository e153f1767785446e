import { restorableDays } from '@portal/contract/limits'
import { people } from '@portal/contract/people'
import { Button } from '@portal/ui/button'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../lib/api.ts'
import { personQuery } from './look-up-queries.ts'
import { PauseDialog } from './pause-dialog.tsx'
import { useStaffCache } from './use-staff-cache.ts'

/** Brings a deleted account back, with the workspaces that went with it, while that is possible. */
export function RestoreButton({ userId, email }: { userId: string; email: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const restore = useCall(people.restore, { expectedErrors: ['NotFound', 'Conflict'] })
  const client = useQueryClient()
  const { reloadLog } = useStaffCache()

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
    <>
      <Button icon="undo" onPress={() => setIsOpen(true)}>
        Restore account
      </Button>
      {isOpen && (
        <PauseDialog
          title={`Restore ${email}?`}
          description={`Possible for ${restorableDays} days after the deletion. The workspaces that went with the account come back with it; tokens stay dead.`}
          isPausing={false}
          submitText="Restore account"
          onSet={({ reason }) => confirm(reason)}
          status={restore.status}
          error={restore.error}
          onClose={() => {
            setIsOpen(false)
            restore.reset()
          }}
        />
      )}
    </>
  )
}
