import type { User } from '@portal/contract/account/account'
import { restorableDays } from '@portal/contract/limits'
import { myData } from '@portal/contract/my-data/my-data'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import { Button } from '@portal/ui/buttons/button'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { TextField } from '@portal/ui/fields/text-field'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { Modal } from '@portal/ui/overlays/modal'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { analytics } from '../../lib/analytics/analytics.ts'
import { keepAccountDeletion } from '../../lib/guard/after-logout.ts'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { announceUser } from '../../lib/guard/session-broadcast.ts'
import { logoutUrl } from '../../lib/request/api-address.ts'
import { apiQuery } from '../../lib/request/api-query.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { ownTokensQuery } from '../credentials/token-queries.ts'
import { useTokenMoves } from '../credentials/use-token-moves.ts'
import {
  DeletionPreview,
  LeftBehindByWorkspace,
  LeftWorkspaces,
  TokensOfDeletedAccount,
} from './deletion-preview.tsx'

/** Never cached, because members and workspaces change. */
const previewQuery = (userId: string) => ({
  ...apiQuery(myData.deletionPreview, { params: { userId } }),
  staleTime: 0,
  gcTime: 0,
})

/** The user's tokens in workspaces that outlive the account, and the choice to move them to service accounts. */
function useEndingTokens({ id, emailVerified }: User, goesWith: readonly { id: string }[]) {
  // A user with an unverified email has no workspaces and therefore no tokens.
  const own = useQuery({ ...ownTokensQuery(id), enabled: emailVerified })
  const endingTokens = (own.data?.authTokens ?? []).filter(
    ({ workspace }) => !goesWith.some((deleted) => deleted.id === workspace.id),
  )
  const moves = useTokenMoves({
    tokens: endingTokens.map((token) => ({ ...token, workspaceId: token.workspace.id })),
    onMoved: () => void own.refetch(),
  })
  return { own, endingTokens, moves }
}

/** Shows what a deletion includes or what prevents it, and asks for the email to confirm. */
export function DeleteAccountDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const preview = useQuery(previewQuery(user.id))
  const remove = useApiMutation(myData.deleteAccount, {
    onSuccess: () => {
      analytics.reset()
      announceUser(null)
      keepAccountDeletion()
      // Also ends the session at the identity provider, and then leads to the page that confirms the deletion.
      browserNavigation.replace(logoutUrl())
    },
    onError: ({ code }) => {
      // The reason may be new, so refetch the preview.
      if (code === 'Conflict') void preview.refetch()
    },
  })
  const [typed, setTyped] = useKeptState<string | null>('delete account email', null)
  const isConfirmed = normalizeEmail(typed ?? '') === normalizeEmail(user.email)
  const isBlocked = preview.data !== undefined && preview.data.blockedBy.length > 0
  const { own, endingTokens, moves } = useEndingTokens(user, preview.data?.goesWith ?? [])

  const problem = moves.problem ?? (isConfirmed ? undefined : 'Type your email address first')
  const formId = useId()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (problem !== undefined || remove.isPending) return
    remove.mutate({ params: { userId: user.id }, body: { confirmation: typed ?? '' } })
  }

  const deleteButton = (
    <Button
      type="submit"
      form={formId}
      tone="danger"
      requestStatus={remove}
      isDisabled={problem !== undefined}
      disabledReason={problem}
      loadingText="Deleting..."
      successText="Deleted"
    >
      Delete my account
    </Button>
  )
  return (
    <Modal
      title="Delete your account?"
      description={`You will be signed out everywhere immediately. Support can restore your account for ${restorableDays} days. After that, it cannot be restored.`}
      role="alertdialog"
      size="xl"
      isOpen
      isDismissable={!moves.isMoving}
      onOpenChange={onClose}
      footer={
        <>
          <Button onPress={onClose} isDisabled={moves.isMoving}>
            {isBlocked ? 'Close' : 'Cancel'}
          </Button>
          {preview.data && !isBlocked && deleteButton}
        </>
      }
    >
      {/* Keeps a focused control of a list from being covered by the form. */}
      <div className="flex flex-col gap-4 [&_:is(a,button)]:scroll-mb-28">
        {preview.isPending && (
          <div role="status">
            <span className="sr-only">Loading what will be deleted...</span>
            <Skeleton lines={3} />
          </div>
        )}
        {preview.isError && !preview.data && (
          <Failure error={preview.error} retry={() => void preview.refetch()} />
        )}
        {preview.data && <DeletionPreview {...preview.data} />}
        {preview.data && !isBlocked && (
          <>
            <LeftWorkspaces />
            <TokensOfDeletedAccount query={own} tokens={endingTokens} moves={moves} />
            <LeftBehindByWorkspace {...preview.data} />
          </>
        )}
        {/* Stays in view while the lists above scroll. */}
        <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-col gap-4 border-line border-t bg-surface-raised px-5 pt-3 pb-5 empty:hidden">
          {preview.data && !isBlocked && (
            <form id={formId} onSubmit={submit} autoComplete="off" noValidate>
              <TextField
                label={`Type ${user.email} to confirm`}
                value={typed}
                onChange={setTyped}
                autoComplete="off"
                hasAutoFocus
              />
            </form>
          )}
          <Failure error={remove.error} />
        </div>
      </div>
    </Modal>
  )
}
