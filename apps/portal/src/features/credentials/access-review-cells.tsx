/** The cells of the access review. */
import {
  type ActorState,
  isUnused,
  type ReviewedKind,
  unusedAfterDays,
} from '@portal/contract/access-review/access-review'
import { Pill } from '@portal/ui/data/pill'
import { focusRing } from '@portal/ui/lib/focus-ring'
import type { BaseIconName } from '@portal/ui/lib/icon-set'
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import { Link } from '@tanstack/react-router'
import { WhenCell } from '../../lib/layout/log-cells.tsx'
import { Failure, type ShownFailure } from '../../lib/request/failure.tsx'
import { canApprove, isExpiring, type ReviewRow } from './actor-rules.ts'

const icons: Record<ReviewedKind, BaseIconName> = {
  member: 'user',
  invitation: 'mail',
  serviceAccount: 'terminal',
  token: 'key',
  trustRule: 'shield-check',
  webhook: 'send',
}

const stateLabels: Record<Exclude<ActorState, 'active'>, string> = {
  paused: 'Paused',
  disabled: 'Disabled',
  learning: 'Learning',
  failing: 'Failing',
  unconfirmed: 'Not confirmed',
}

/** What the row is, and for whom it acts. The role of a member or an invitee is shown with their actions. */
function description({ kind, name, email, permission, serviceAccount }: ReviewRow): string | null {
  if (kind === 'serviceAccount') return 'Service account'
  if (kind === 'trustRule') return `Trust rule of ${serviceAccount?.name}`
  if (kind === 'webhook') return 'Webhook'
  if (kind === 'invitation') return 'Invitation'
  if (kind === 'token') {
    const token = `API token of ${serviceAccount?.name ?? (email || 'a deleted user')}`
    return permission ? `${token}, can ${permission} the workspace` : token
  }
  return email === name ? null : email
}

/** The failure is shown here because the other columns are too narrow. */
export function NameCell({ row, failure }: { row: ReviewRow; failure: ShownFailure | undefined }) {
  const { kind, id, name, state, createdBy } = row
  const creator = createdBy && (createdBy.email || 'a deleted user')
  return (
    <div className="flex min-w-36 items-start gap-2.5">
      <Icon name={icons[kind]} size="sm" className="mt-1 shrink-0 text-content-subtle" />
      <div className="min-w-0">
        <div className="leading-6 wrap-anywhere">
          <bdi className="mr-2 font-medium">
            {kind === 'member' ? (
              <Link
                from="/workspace/$workspaceId/access-review"
                to="."
                search={{ person: id }}
                resetScroll={false}
                className={`${focusRing} rounded-sm text-content no-underline hover:underline`}
              >
                {name}
              </Link>
            ) : (
              name
            )}
          </bdi>
          {canApprove(row) && <Pill className="mr-1 align-middle">Can approve</Pill>}
          {state !== 'active' && (
            <Pill tone="warning" className="align-middle">
              {stateLabels[state]}
            </Pill>
          )}
          {row.member?.invitation?.isExpired && (
            <Pill tone="warning" className="align-middle">
              Expired
            </Pill>
          )}
        </div>
        <p className="text-content-muted text-sm wrap-anywhere">
          {creator ? `${description(row)}, created by ${creator}` : description(row)}
        </p>
        {failure && <Failure {...failure} className="mt-2 max-w-md" />}
      </div>
    </div>
  )
}

const neverUsed: Partial<Record<ReviewedKind, string>> = {
  member: 'Never opened',
  webhook: 'Nothing delivered in 30 days',
}

export function LastUsedCell({ row, now }: { row: ReviewRow; now: Date }) {
  const { kind, lastUsedAt, lastUsedIp, createdAt } = row
  if (kind === 'invitation')
    return (
      <span className="text-content-muted">
        Sent <Timestamp date={createdAt} isRelative />
      </span>
    )
  return (
    <div className="flex flex-col items-start gap-0.5">
      {lastUsedAt ? (
        <WhenCell at={lastUsedAt} ipAddress={lastUsedIp} />
      ) : (
        <span className="text-content-muted">{neverUsed[kind] ?? 'Never'}</span>
      )}
      {isUnused(row, now) && <Pill tone="warning">Unused for {unusedAfterDays} days</Pill>}
    </div>
  )
}

export function ExpiresCell({ row, now }: { row: ReviewRow; now: Date }) {
  if (row.expiresAt === null) return null
  return (
    <div className="flex flex-col items-start gap-0.5">
      <Timestamp date={row.expiresAt} />
      {isExpiring(row, now) && (
        <Pill tone="warning">
          <Timestamp date={row.expiresAt} isRelative hasTooltip={false} />
        </Pill>
      )}
    </div>
  )
}
