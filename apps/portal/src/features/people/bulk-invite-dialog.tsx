import { type Member, members } from '@portal/contract/members/members'
import { roleLabels, type WorkspaceRole } from '@portal/contract/members/roles'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { Pill } from '@portal/ui/data/pill'
import { Table } from '@portal/ui/data/table'
import { ProgressBar } from '@portal/ui/feedback/progress-bar'
import { Select } from '@portal/ui/fields/select'
import { TextArea } from '@portal/ui/fields/text-area'
import { useUnsaved } from '@portal/ui/lib/input-keeper'
import type { ToneOrNeutral } from '@portal/ui/lib/tone'
import { Modal } from '@portal/ui/overlays/modal'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { rowsPerPage } from '../../lib/layout/rows-per-page.ts'
import { outdatedMessage, useIsOutdated } from '../../lib/request/connection.ts'
import { type RequestError, toRequestError } from '../../lib/request/request-error.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { type BulkEntry, concernsOneAddress, type EntryPlan, planInvitations } from './bulk-invite-rules.ts'
import { roleOptions } from './member-permissions.ts'
import { useMembershipCache } from './member-queries.ts'

/** The result of one address: sent, or the reason why it was not. */
type SendResult = { isSent: true } | { isSent: false; error: RequestError }

/**
 * Sends invitations one after another. A refusal that concerns one address doesn't keep the others from being sent. After any
 * other failure, and when the user leaves the page, it stops, and the remaining addresses have no result.
 */
function useSendInvitations(workspaceId: string) {
  const cache = useMembershipCache(workspaceId)
  const [results, setResults] = useState<ReadonlyMap<string, SendResult>>(new Map())
  const [isSending, setIsSending] = useState(false)
  const invite = useApiMutation(members.invite)
  const isStopped = useRef(false)
  useEffect(
    () => () => {
      isStopped.current = true
    },
    [],
  )

  async function send(entries: readonly BulkEntry[], otherRole: WorkspaceRole) {
    isStopped.current = false
    setIsSending(true)
    let latest: Member[] | undefined
    for (const { email, role = otherRole } of entries) {
      if (isStopped.current) break
      try {
        latest = await invite.mutateAsync({ params: { workspaceId }, body: { email, role } })
        put(email, { isSent: true })
      } catch (cause) {
        const error = toRequestError(cause)
        put(email, { isSent: false, error })
        if (!concernsOneAddress(error)) break
      }
    }
    setIsSending(false)
    if (latest) cache.setMembers(latest)
  }

  function put(email: string, result: SendResult) {
    setResults((known) => new Map(known).set(email, result))
  }

  return {
    results,
    isSending,
    /** Sends invitations with the roles of the entries, or else with `otherRole`. */
    send: (entries: readonly BulkEntry[], otherRole: WorkspaceRole) => void send(entries, otherRole),
    /** Stops after the invitation that is being sent. */
    stop: () => {
      isStopped.current = true
    },
  }
}

const plans: Record<EntryPlan, { label: string; tone: ToneOrNeutral }> = {
  invite: { label: 'Will be invited', tone: 'accent' },
  member: { label: 'Already a member', tone: 'neutral' },
  invited: { label: 'Already invited', tone: 'neutral' },
  duplicate: { label: 'Listed twice', tone: 'neutral' },
  invalid: { label: 'Not an email address', tone: 'danger' },
}

function NotSent({ error }: { error: RequestError }) {
  const isOutdated = useIsOutdated(error)
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Pill tone="danger">Not sent</Pill>
      <span className="text-content-muted text-sm wrap-anywhere">
        {isOutdated ? outdatedMessage : error.message}
      </span>
    </span>
  )
}

interface OutcomeProps {
  entry: BulkEntry
  result: SendResult | undefined
  /** Whether sending has ended. An address without a result was not sent. */
  hasEnded: boolean
}

function Outcome({ entry, result, hasEnded }: OutcomeProps) {
  if (entry.plan === 'invite' && !result && hasEnded) return <Pill>Not sent yet</Pill>
  if (entry.plan !== 'invite' || !result) {
    const { label, tone } = plans[entry.plan]
    return <Pill tone={tone}>{label}</Pill>
  }
  if (result.isSent) return <Pill tone="success">Invited</Pill>
  return <NotSent error={result.error} />
}

interface BulkInviteDialogProps {
  workspace: Workspace
  members: readonly Member[]
  text: string
  onText: (text: string) => void
  onClose: () => void
}

const invitations = (count: number) => (count === 1 ? '1 invitation' : `${count} invitations`)

/** Invites several people. Shows what will happen to each pasted address before it sends anything. */
export function BulkInviteDialog({ workspace, members, text, onText, onClose }: BulkInviteDialogProps) {
  const [role, setRole] = useState<'EDITOR' | 'APPROVER'>('EDITOR')
  // Sent invitations are added to the list of members immediately, but must not change the plan.
  const [initialMembers] = useState(members)
  const deferred = useDeferredValue(text)
  const entries = useMemo(() => planInvitations(deferred, initialMembers), [deferred, initialMembers])
  const { results, isSending, send, stop } = useSendInvitations(workspace.id)
  const planned = entries.filter(({ plan }) => plan === 'invite')
  const unsent = planned.filter(({ email }) => !results.get(email)?.isSent)
  const sentCount = planned.length - unsent.length
  const hasFailed = unsent.some(({ email }) => results.has(email))
  const isDone = planned.length > 0 && unsent.length === 0
  useUnsaved('bulk invitation in progress', isSending || unsent.length > 0)

  function close() {
    if (isDone) onText('')
    onClose()
  }

  return (
    <Modal
      title="Invite several people"
      description={
        results.size === 0
          ? 'Paste addresses separated by commas or line breaks. Entries such as Ada <ada@example.com> work too. To invite a person with a different role, add the role after the address, as in ada@example.com Approver.'
          : undefined
      }
      size="3xl"
      isOpen
      isDismissable={!isSending}
      onOpenChange={close}
      footer={
        isSending ? (
          <Button onPress={stop}>Stop</Button>
        ) : (
          <>
            <Button onPress={close}>{results.size > 0 ? 'Close' : 'Cancel'}</Button>
            {!isDone && (
              <Button
                tone="accent"
                icon="user-plus"
                isDisabled={unsent.length === 0}
                disabledReason="Paste at least one email address that you can invite"
                onPress={() => send(unsent, role)}
              >
                {hasFailed
                  ? `Try again (${unsent.length} left)`
                  : unsent.length === 0
                    ? 'Send invitations'
                    : `Send ${invitations(unsent.length)}`}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {results.size === 0 && !isSending ? (
          <div className="grid gap-4 tablet:grid-cols-[1fr_11rem]">
            <TextArea
              label="Email addresses"
              rows={5}
              value={text}
              onChange={(typed) => onText(typed ?? '')}
            />
            <Select
              label="Role"
              options={roleOptions}
              value={role}
              onChange={(chosen) => setRole(chosen === 'APPROVER' ? 'APPROVER' : 'EDITOR')}
            />
          </div>
        ) : (
          <ProgressBar
            label={`${sentCount} of ${invitations(planned.length)} sent`}
            value={sentCount}
            max={planned.length}
            tone={hasFailed && !isSending ? 'warning' : isDone ? 'success' : 'accent'}
          />
        )}
        {entries.length > 0 && (
          <Table
            label="Pasted addresses"
            rows={entries}
            rowKey={({ id }) => String(id)}
            pageSize={rowsPerPage}
            columns={[
              {
                id: 'email',
                header: 'Email',
                cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
              },
              {
                id: 'role',
                header: 'Role',
                cell: (entry) => entry.plan === 'invite' && roleLabels[entry.role ?? role],
                className: 'w-32',
              },
              {
                id: 'outcome',
                header: 'Result',
                cell: (entry) => (
                  <Outcome
                    entry={entry}
                    result={results.get(entry.email)}
                    hasEnded={results.size > 0 && !isSending}
                  />
                ),
              },
            ]}
          />
        )}
      </div>
    </Modal>
  )
}
