import type { AttentionItem } from '@portal/contract/attention/attention'
import { invitations } from '@portal/contract/invitations/invitations'
import { Button } from '@portal/ui/buttons/button'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { shortName } from '../../lib/layout/short-name.ts'
import { Failure, type ShownFailure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { LastUse } from '../credentials/token-cells.tsx'
import { membersQuery } from '../people/member-queries.ts'
import { attentionQuery } from './attention-queries.ts'

interface AttentionRowProps {
  title: ReactNode
  detail: ReactNode
  action: ReactNode
  failure?: ShownFailure | undefined
}

function AttentionRow({ title, detail, action, failure }: AttentionRowProps) {
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-center gap-3">
        <Icon name="alert-triangle" size="sm" className="mt-0.5 shrink-0 self-start text-warning-text" />
        <div className="min-w-0 grow">
          <p className="font-medium wrap-anywhere">{title}</p>
          <p className="text-content-muted text-sm">{detail}</p>
        </div>
        <div className="shrink-0">{action}</div>
      </div>
      <Failure {...failure} />
    </li>
  )
}

function TokenRow({ item }: { item: AttentionItem }) {
  const { kind, workspaceId, name, at, lastUsedAt } = item
  return (
    <AttentionRow
      title={
        kind === 'tokenExpires' ? (
          <span key="expires">
            The API token <bdi>{name}</bdi> expires <Timestamp date={at} isRelative />
          </span>
        ) : (
          <span key="used">
            The old secret of <bdi>{name}</bdi> was used in the last day
          </span>
        )
      }
      detail={
        <>
          <LastUse of={{ lastUsedAt, lastUsedIp: null }} />
          <span>.</span>
          {kind === 'oldSecretUsed' && (
            <span>
              {' '}
              It stops working <Timestamp date={at} isRelative />.
            </span>
          )}
        </>
      }
      action={
        <LinkButton
          size="sm"
          href={`/workspace/${workspaceId}/tokens?find=${encodeURIComponent(name)}`}
          aria-label={`Show token ${name}`}
        >
          Show token
        </LinkButton>
      }
    />
  )
}

function InvitationRow({ item }: { item: AttentionItem }) {
  const { workspaceId, id, name: email, at } = item
  const queryClient = useQueryClient()
  const resend = useApiMutation(invitations.resend, {
    onSuccess: async () => {
      showToast(`Invitation resent to ${shortName(email)}`, { tone: 'success' })
      await Promise.all(
        [attentionQuery, membersQuery(workspaceId)].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
    },
  })
  return (
    <AttentionRow
      title={
        <>
          The invitation to <bdi>{email}</bdi> has expired
        </>
      }
      detail={
        <>
          Expired <Timestamp date={at} isRelative />, without an answer.
        </>
      }
      action={
        <div className="flex gap-2">
          <LinkButton
            size="sm"
            variant="ghost"
            href={`/workspace/${workspaceId}/members?find=${encodeURIComponent(email)}`}
            aria-label={`Show the invitation to ${email}`}
          >
            Show
          </LinkButton>
          <Button
            size="sm"
            aria-label={`Resend the invitation to ${email}`}
            onPress={() => resend.mutate({ params: { workspaceId, invitationId: id } })}
            requestStatus={resend}
          >
            Resend
          </Button>
        </div>
      }
      failure={resend.error ? { title: 'The invitation was not resent', error: resend.error } : undefined}
    />
  )
}

/** What the user should act on, each with its action. */
export function AttentionList({ items }: { items: readonly AttentionItem[] }) {
  return (
    <ul
      aria-label="Needs attention"
      className="divide-y divide-line rounded-lg border border-warning-line bg-surface-raised shadow-raised"
    >
      {items.map((item) =>
        item.kind === 'invitationExpired' ? (
          <InvitationRow key={`${item.kind} ${item.id}`} item={item} />
        ) : (
          <TokenRow key={`${item.kind} ${item.id}`} item={item} />
        ),
      )}
    </ul>
  )
}
