import { fullName } from '@portal/contract/text/full-name'
import type { AuthToken, TokenSecret } from '@portal/contract/tokens/token-schemas'
import { Button } from '@portal/ui/buttons/button'
import { Pill } from '@portal/ui/data/pill'
import { formatExactTime } from '@portal/ui/lib/format-timestamp'
import { Timestamp } from '@portal/ui/text/timestamp'
import { TooltipText } from '@portal/ui/text/tooltip-text'
import { Truncate } from '@portal/ui/text/truncate'
import type { ReactNode } from 'react'
import { pauseEnd, type RotationPhase, rotationOf, rotationPhase } from './token-state.ts'

interface LastUseProps {
  of: Pick<AuthToken, 'lastUsedAt' | 'lastUsedIp'>
  /** What was used, if not the token: "Old secret". */
  subject?: string
  /** Whether a tooltip shows the time to the second and all of a long address. */
  hasTooltip?: boolean
}

/** "Last used 2 hours ago from 203.0.113.7" or "Never used". */
export function LastUse({ of: { lastUsedAt, lastUsedIp }, subject, hasTooltip = true }: LastUseProps) {
  if (!lastUsedAt) return <span>{subject ? `${subject} never used` : 'Never used'}</span>
  const from = lastUsedIp ? ` from ${lastUsedIp}` : ''
  const text = (
    <span>
      {subject ? `${subject} last used ` : 'Last used '}
      <Timestamp date={lastUsedAt} isRelative hasTooltip={false} />
      <span>{from}</span>
    </span>
  )
  if (!hasTooltip) return text
  return <TooltipText tooltip={`${formatExactTime(new Date(lastUsedAt))}${from}`}>{text}</TooltipText>
}

/** When and from where a secret was last used, and until when an old one works: "last used 1 hour ago from 203.0.113.7, works until …". */
export function SecretUse({ secret: { lastUsedAt, lastUsedIp, retiresAt } }: { secret: TokenSecret }) {
  return (
    <span>
      {lastUsedAt ? (
        <span>
          last used <Timestamp date={lastUsedAt} isRelative />
          {lastUsedIp && <span>{` from ${lastUsedIp}`}</span>}
        </span>
      ) : (
        <span>not used yet</span>
      )}
      {retiresAt && (
        <span>
          , works until <Timestamp date={retiresAt} size="extended" isMidSentence />
        </span>
      )}
    </span>
  )
}

/** The last use of a token. During a rotation, that of the new secret, or of the old one until the new one is used. */
export function TokenLastUse({ token, now }: { token: AuthToken; now: Date }) {
  const rotation = rotationOf(token, now)
  if (!rotation) return <LastUse of={token} />
  const { newest, old } = rotation
  return newest.lastUsedAt || !old[0] ? (
    <LastUse of={newest} subject="New secret" />
  ) : (
    <LastUse of={old[0]} subject="Old secret" />
  )
}

const phaseTexts: Record<RotationPhase, string> = {
  unused: 'New secret unused',
  inUse: 'Old secret in use',
  recent: 'Recently rotated',
  idle: 'Old secret idle',
}

interface TokenPillProps {
  token: AuthToken
  now: Date
  onPress: () => void
}

/** Says what is special about an active token, and opens its details. */
export function TokenPill({ token, now, onPress }: TokenPillProps) {
  const rotation = rotationOf(token, now)
  const phase = rotation && rotationPhase(rotation, now)
  const isPaused = pauseEnd(token, now) !== undefined
  const facts = [
    token.permission === 'manage' && 'Can manage',
    phase && phaseTexts[phase],
    isPaused && 'Paused',
  ]
  const shown = facts.filter(Boolean).join(' · ')
  if (shown === '') return null
  return (
    <Button
      size="xs"
      variant="soft"
      tone={phase === 'idle' && !isPaused ? 'success' : 'warning'}
      aria-haspopup="dialog"
      className="rounded-full!"
      onPress={onPress}
    >
      <span>{shown}</span>
      <span className="sr-only">
        {' '}
        Details of <bdi>{token.name}</bdi>
      </span>
    </Button>
  )
}

/** The state of an inactive token. */
export const EndedPill = ({ token }: { token: AuthToken }) =>
  token.revokedAt ? <Pill tone="danger">Revoked</Pill> : <Pill>Expired</Pill>

function creatorName({ createdBy }: AuthToken, userId: string): string {
  if (createdBy.userId === userId) return 'you'
  return fullName(createdBy) ?? createdBy.email
}

/** A name that leaves room for the last use. */
const shortened = 'inline-block max-w-40 truncate align-bottom'

interface TokenNameCellProps {
  token: AuthToken
  userId: string
  now: Date
  /** What is special about the token. */
  pill: ReactNode
  /** Why the last action failed. */
  children?: ReactNode
}

/** The name of a token, with its creator and last use below it. Every row has the same height. */
export function TokenNameCell({ token, userId, now, pill, children }: TokenNameCellProps) {
  const { serviceAccount } = token
  const creator = creatorName(token, userId)
  return (
    <div className="flex min-w-0 flex-col">
      <div className="flex min-h-6 min-w-0 items-center gap-2">
        <Truncate className="font-medium">
          <bdi>{token.name}</bdi>
        </Truncate>
        {pill}
      </div>
      <p className="truncate text-content-muted text-sm">
        Created by{' '}
        <bdi title={creator} className={shortened}>
          {creator}
        </bdi>
        {serviceAccount && (
          <span>
            {' '}
            for{' '}
            <bdi title={serviceAccount.name} className={shortened}>
              {serviceAccount.name}
            </bdi>
          </span>
        )}
        {' · '}
        <TokenLastUse token={token} now={now} />
      </p>
      {children}
    </div>
  )
}
