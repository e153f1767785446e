import { sessions as calls, type Session } from '@portal/contract/sessions'
import { ConfirmButton } from '@portal/ui/buttons/confirm-button'
import { Pill } from '@portal/ui/data/pill'
import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useQueryClient } from '@tanstack/react-query'
import { useCall } from '../../lib/request/api.ts'
import { errorTitle } from '../../lib/request/error-messages.ts'
import { deviceName } from './device-name.ts'
import { sessionsQuery } from './security-queries.ts'

function SessionFacts({ session }: { session: Session }) {
  const { ipAddress, createdAt, lastSeenAt, isCurrent, workspace, userAgent } = session
  return (
    <p className="flex flex-wrap gap-x-1.5 text-content-muted text-sm">
      {workspace && userAgent && <span>From {deviceName(userAgent)},</span>}
      <span>{ipAddress ? <span className="font-mono text-xs">{ipAddress}</span> : 'address not known'},</span>
      <span>
        signed in <Timestamp date={createdAt} size="default" />
      </span>
      {!isCurrent && lastSeenAt && (
        <span>
          · last seen <Timestamp date={lastSeenAt} isRelative />
        </span>
      )}
    </p>
  )
}

function SessionRow({ userId, session }: { userId: string; session: Session }) {
  const end = useCall(calls.endOne)
  const queryClient = useQueryClient()
  const { id: sessionId, workspace, userAgent, isCurrent } = session
  const name = workspace ? workspace.displayName : deviceName(userAgent)

  async function confirm() {
    // One that has ended by itself meanwhile is just as gone.
    const outcome = await end.run({ params: { userId, sessionId } }, { expectedErrors: ['NotFound'] })
    if (!outcome.isOk && outcome.error.code !== 'NotFound') return
    queryClient.setQueryData(sessionsQuery(userId).queryKey, (known) =>
      known?.filter(({ id }) => id !== sessionId),
    )
    await queryClient.invalidateQueries({ queryKey: sessionsQuery(userId).queryKey })
  }

  return (
    <li className="flex flex-col gap-2 px-5 py-3.5">
      <div className="flex items-center gap-3.5">
        <Icon name={workspace ? 'server' : 'monitor'} size="md" className="shrink-0 text-content-subtle" />
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-center gap-2">
            <span className="font-medium wrap-anywhere">{name}</span>
            {workspace && <Pill>Workspace</Pill>}
            {isCurrent && <Pill tone="success">This browser</Pill>}
          </div>
          <SessionFacts session={session} />
        </div>
        {!isCurrent && (
          <ConfirmButton
            size="sm"
            onConfirm={() => void confirm()}
            isLoading={end.status.isPending}
            confirmText="You sure? Click again to confirm"
            className="shrink-0"
          >
            End<span className="sr-only"> the session of {name}</span>
          </ConfirmButton>
        )}
      </div>
      {end.error?.code !== 'NotFound' && <ErrorMessage title={errorTitle(end.error)} status={end.status} />}
    </li>
  )
}

/** The person's sessions, the one of this browser first, each with a way to end it. */
export function SessionList({ userId, sessions }: { userId: string; sessions: readonly Session[] }) {
  const ordered = sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
  return (
    <ul
      aria-label="Sessions"
      className="divide-y divide-line rounded-lg border border-line bg-surface-raised shadow-raised"
    >
      {ordered.map((session) => (
        <SessionRow key={session.id} userId={userId} session={session} />
      ))}
    </ul>
  )
}
