import type { Actor, ActorKind, ActorState } from '@portal/contract/access-review/access-review'
import { roleLabels } from '@portal/contract/members/roles'
import { Pill } from '@portal/ui/data/pill'
import type { BaseIconName } from '@portal/ui/lib/icon-set'
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import { WhenCell } from '../../lib/layout/log-cells.tsx'
import { Failure, type ShownFailure } from '../../lib/request/failure.tsx'
import { isExpiring, isUnused } from './actor-rules.ts'

const icons: Record<ActorKind, BaseIconName> = {
  member: 'user',
  serviceAccount: 'terminal',
  token: 'key',
  trustRule: 'shield-check',
}

const stateLabels: Record<Exclude<ActorState, 'active'>, string> = {
  paused: 'Paused',
  disabled: 'Disabled',
  learning: 'Learning',
}

/** What the actor is, and for whom it acts. */
function description({ kind, name, email, role, permission, serviceAccount }: Actor): string {
  if (kind === 'serviceAccount') return 'Service account'
  if (kind === 'trustRule') return `Trust rule of ${serviceAccount?.name}`
  if (kind === 'token') {
    const token = `API token of ${serviceAccount?.name ?? (email || 'a deleted user')}`
    return permission === 'manage' ? `${token}, can manage the workspace` : token
  }
  return [role && roleLabels[role], email === name ? undefined : email].filter(Boolean).join(', ')
}

interface ActorNameCellProps {
  actor: Actor
  /** Shown here because the other columns are too narrow. */
  failure: ShownFailure | undefined
}

export function ActorNameCell({ actor, failure }: ActorNameCellProps) {
  const { kind, name, state } = actor
  return (
    <div className="flex min-w-36 items-start gap-2.5">
      <Icon name={icons[kind]} size="sm" className="mt-1 shrink-0 text-content-subtle" />
      <div className="min-w-0">
        <div className="leading-6 wrap-anywhere">
          <bdi className="mr-2 font-medium">{name}</bdi>
          {state !== 'active' && (
            <Pill tone="warning" className="align-middle">
              {stateLabels[state]}
            </Pill>
          )}
        </div>
        <p className="text-content-muted text-sm wrap-anywhere">{description(actor)}</p>
        {failure && <Failure {...failure} className="mt-2 max-w-md" />}
      </div>
    </div>
  )
}

export function LastUsedCell({ actor, now }: { actor: Actor; now: Date }) {
  const { lastUsedAt, lastUsedIp } = actor
  return (
    <div className="flex flex-col items-start gap-0.5">
      {lastUsedAt ? (
        <WhenCell at={lastUsedAt} ipAddress={lastUsedIp} />
      ) : (
        <span className="text-content-muted">Never</span>
      )}
      {isUnused(actor, now) && <Pill tone="warning">Unused for 90 days</Pill>}
    </div>
  )
}

export function ExpiresCell({ actor, now }: { actor: Actor; now: Date }) {
  if (actor.expiresAt === null) return null
  return (
    <div className="flex flex-col items-start gap-0.5">
      <Timestamp date={actor.expiresAt} />
      {isExpiring(actor, now) && (
        <Pill tone="warning">
          <Timestamp date={actor.expiresAt} isRelative hasTooltip={false} />
        </Pill>
      )}
    </div>
  )
}
