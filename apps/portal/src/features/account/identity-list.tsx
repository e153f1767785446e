import { providerName } from '@portal/contract/sessions/provider-name'
import { type Identity, sessions } from '@portal/contract/sessions/sessions'
import { Button } from '@portal/ui/buttons/button'
import { Pill } from '@portal/ui/data/pill'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useQueryClient } from '@tanstack/react-query'
import { AskDialog } from '../../lib/layout/ask-dialog.tsx'
import { apiQuery } from '../../lib/request/api-query.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { sessionsQuery } from './session-list.tsx'

export const identitiesQuery = (userId: string) => apiQuery(sessions.identities, { params: { userId } })

function removalText({ isCurrent, isWaiting }: Identity): string {
  if (isWaiting) return "This sign-in method won't be able to open your account."
  const ended = 'Sessions started this way end, and this sign-in method can no longer open your account.'
  return isCurrent ? `${ended} You signed in this way, so you will be signed out here.` : ended
}

interface IdentityDialogProps {
  userId: string
  identity: Identity
  act: 'approve' | 'remove'
  onClose: () => void
}

/** Confirms that a way to sign in is the user's, or its removal. */
function IdentityDialog({ userId, identity, act, onClose }: IdentityDialogProps) {
  const queryClient = useQueryClient()
  const { subject, email } = identity
  const name = providerName(subject)
  const isApproval = act === 'approve'

  const change = useApiMutation(isApproval ? sessions.approveIdentity : sessions.removeIdentity, {
    onSuccess: () => {
      onClose()
      showToast(`${name} ${isApproval ? 'approved' : 'removed'}`, { tone: 'success' })
      void queryClient.invalidateQueries({ queryKey: identitiesQuery(userId).queryKey })
      if (!isApproval) void queryClient.invalidateQueries({ queryKey: sessionsQuery(userId).queryKey })
    },
  })

  return (
    <AskDialog
      title={isApproval ? `Approve ${name}?` : `Remove ${name}?`}
      description={
        isApproval
          ? `Approve it only if you signed up this way with ${email} yourself. Otherwise, another person will be able to sign in to your account.`
          : removalText(identity)
      }
      role="alertdialog"
      actText={isApproval ? 'Approve' : 'Remove'}
      tone={isApproval ? 'accent' : 'danger'}
      request={change}
      onAct={() => change.mutate({ params: { userId }, body: { subject } })}
      onClose={onClose}
    />
  )
}

interface IdentityRowProps {
  identity: Identity
  /** Whether the user could still sign in without this method. */
  isRemovable: boolean
  onApprove: () => void
  onRemove: () => void
}

function IdentityRow({ identity, isRemovable, onApprove, onRemove }: IdentityRowProps) {
  const { subject, email, isEmailVerified, lastSignInAt, isCurrent, isWaiting } = identity
  const name = providerName(subject)
  return (
    <li className="flex flex-wrap items-center gap-3.5 px-5 py-3.5">
      <Icon name="key" size="md" className="shrink-0 text-content-subtle" />
      <div className="min-w-0 grow basis-60">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{name}</span>
          {isCurrent && <Pill tone="success">In use</Pill>}
          {isWaiting && <Pill tone="warning">Waiting for your approval</Pill>}
          {!isEmailVerified && <Pill tone="warning">Email not verified</Pill>}
        </div>
        <p className="flex flex-wrap gap-x-1 text-content-muted text-sm">
          <span className="wrap-anywhere">{email},</span>
          <span>
            <span>{isWaiting ? 'last tried' : 'last used'}</span> <Timestamp date={lastSignInAt} isRelative />
          </span>
        </p>
      </div>
      <div className="flex shrink-0 gap-2">
        {isWaiting && (
          <Button size="sm" onPress={onApprove}>
            Approve<span className="sr-only"> {name}</span>
          </Button>
        )}
        <Button
          size="sm"
          onPress={onRemove}
          isDisabled={!isRemovable}
          disabledReason={isRemovable ? undefined : 'This is your only way to sign in.'}
        >
          Remove<span className="sr-only"> {name}</span>
        </Button>
      </div>
    </li>
  )
}

/** The user's ways to sign in. See docs/product/account.md#ways-to-sign-in. */
export function IdentityList({ userId, identities }: { userId: string; identities: readonly Identity[] }) {
  const [open, setOpen] = useKeptState<{ subject: string; act: 'approve' | 'remove' } | null>(
    'way to sign in',
    null,
  )
  if (identities.length === 0) return <EmptyState size="sm" scene="tokens" title="No sign-in methods yet" />
  const opened = identities.find(({ subject }) => subject === open?.subject)
  const linkedCount = identities.filter(({ isWaiting }) => !isWaiting).length
  return (
    <>
      <ul
        aria-label="Ways to sign in"
        className="divide-y divide-line rounded-lg border border-line bg-surface-raised shadow-raised"
      >
        {identities.map((identity) => (
          <IdentityRow
            key={identity.subject}
            identity={identity}
            isRemovable={identity.isWaiting || linkedCount > 1}
            onApprove={() => setOpen({ subject: identity.subject, act: 'approve' })}
            onRemove={() => setOpen({ subject: identity.subject, act: 'remove' })}
          />
        ))}
      </ul>
      {open && opened && (
        <IdentityDialog userId={userId} identity={opened} act={open.act} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
