import type { User } from '@portal/contract/account'
import { restorableDays } from '@portal/contract/limits'
import { myData } from '@portal/contract/my-data'
import { normalizeEmail } from '@portal/contract/text-rules'
import { Button } from '@portal/ui/buttons/button'
import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { TextField } from '@portal/ui/fields/text-field'
import { Modal } from '@portal/ui/overlays/modal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { analytics } from '../../lib/analytics/analytics.ts'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { queryFor, useCall } from '../../lib/request/api.ts'
import { logoutUrl } from '../../lib/request/api-address.ts'
import { errorTexts, errorTitle } from '../../lib/request/error-messages.ts'
import { DeletionPreview } from './deletion-preview.tsx'

/** Asked anew each time: members and workspaces come and go. */
const previewQuery = (userId: string) => ({
  ...queryFor(myData.deletionPreview, { params: { userId } }),
  staleTime: 0,
  gcTime: 0,
})

/** Before the account is deleted: what goes with it, what stands against it, and the address to be typed. */
export function DeleteAccountDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const preview = useQuery(previewQuery(user.id))
  const remove = useCall(myData.deleteAccount)
  const [typed, setTyped] = useState<string | null>(null)
  const isConfirmed = normalizeEmail(typed ?? '') === normalizeEmail(user.email)
  const isBlocked = preview.data !== undefined && preview.data.blockedBy.length > 0

  async function confirm() {
    const outcome = await remove.run({ params: { userId: user.id }, body: { confirmation: typed ?? '' } })
    if (!outcome.isOk) {
      // What stands against it may have come up just now.
      if (outcome.error.code === 'Conflict') void preview.refetch()
      return
    }
    analytics.reset()
    // The identity provider still knows the person: its session ends too.
    browserNavigation.replace(logoutUrl())
  }

  const deleteButton = (
    <Button
      tone="danger"
      onPress={() => void confirm()}
      requestStatus={remove.status}
      isDisabled={!isConfirmed}
      loadingText="Deleting..."
      successText="Deleted"
    >
      Delete my account
    </Button>
  )
  return (
    <Modal
      title="Delete your account?"
      description={`You are signed out everywhere at once. Support can bring the account back for ${restorableDays} days; after that nobody can.`}
      role="alertdialog"
      size="lg"
      isOpen
      onOpenChange={onClose}
      footer={
        <>
          <Button onPress={onClose}>{isBlocked ? 'Close' : 'Cancel'}</Button>
          {preview.data && !isBlocked && deleteButton}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {preview.isPending && (
          <div role="status">
            <span className="sr-only">Looking up what goes with it...</span>
            <Skeleton lines={3} />
          </div>
        )}
        {preview.isError && !preview.data && (
          <ErrorMessage {...errorTexts(preview.error)} onRetry={() => void preview.refetch()} />
        )}
        {preview.data && <DeletionPreview {...preview.data} />}
        {preview.data && !isBlocked && (
          <TextField
            label={`Type ${user.email} to confirm`}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
            hasAutoFocus
          />
        )}
        <ErrorMessage title={errorTitle(remove.error)} status={remove.status} />
      </div>
    </Modal>
  )
}
