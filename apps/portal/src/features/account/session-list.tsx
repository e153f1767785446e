import { computerName, deviceName, toolName } from '@portal/contract/sessions/device-name'
import { sessions as calls, type Session } from '@portal/contract/sessions/sessions'
import { ConfirmButton } from '@portal/ui/buttons/confirm-button'
import { Pill } from '@portal/ui/data/pill'
import { formatExactTime, formatTimestamp } from '@portal/ui/lib/format-timestamp'
import { useNow } from '@portal/ui/lib/use-now'
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import { TooltipText } from '@portal/ui/text/tooltip-text'
import { useQueryClient } from '@tanstack/react-query'
import { coveredText } from '../../lib/layout/covered-by-confirmation.ts'
import { useRecoveredFocus } from '../../lib/layout/use-recovered-focus.ts'
import { apiQuery } from '../../lib/request/api-query.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'

/** Never cached, because the list must show the current sessions. */
export const sessionsQuery = (userId: string) => ({
  ...apiQuery(calls.list, { params: { userId } }),
  staleTime: 0,
})

const refreshIntervalMs = 60_000
const icons = { portal: 'monitor', instance: 'server', cli: 'terminal' } as const

function SignInTime({ date }: { date: string }) {
  const now = useNow({ intervalMs: refreshIntervalMs, isRunning: true })
  const signedInAt = new Date(date)
  const isToday = signedInAt.toDateString() === now.toDateString()
  return (
    <TooltipText tooltip={formatExactTime(signedInAt)}>
      <time dateTime={date} className="tabular-nums">
        {isToday
          ? `today at ${signedInAt.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })}`
          : formatTimestamp(signedInAt, { now })}
      </time>
    </TooltipText>
  )
}

function SessionFacts({ session }: { session: Session }) {
  const { ipAddress, createdAt, lastSeenAt, isCurrent, workspace, clientName, userAgent } = session
  const isLastSeenShown = !isCurrent && lastSeenAt !== null
  const computer = computerName(userAgent)
  return (
    <p className="flex flex-wrap gap-x-1 text-content-muted text-sm">
      {workspace && userAgent && <span>From {deviceName(userAgent)} ·</span>}
      {clientName && userAgent && (
        <span className="wrap-anywhere">
          {toolName(userAgent)}
          {computer && ` (${computer})`} ·
        </span>
      )}
      <span>{ipAddress ?? 'Unknown IP address'} ·</span>
      <span>
        Signed in <SignInTime date={createdAt} />
        {isLastSeenShown && <span> ·</span>}
      </span>
      {isLastSeenShown && (
        <span>
          Last seen <Timestamp date={lastSeenAt} isRelative />
        </span>
      )}
    </p>
  )
}

function SessionRow({ userId, session }: { userId: string; session: Session }) {
  const queryClient = useQueryClient()
  const { id: sessionId, kind, workspace, clientName, isCurrent } = session
  const name = workspace?.displayName ?? clientName ?? deviceName(session.userAgent)

  const end = useApiMutation(calls.endOne, {
    // A session that has already ended needs no error message.
    expectedErrors: ['NotFound'],
    onSettled: (_, error) => {
      if (error && error.code !== 'NotFound') return
      queryClient.setQueryData(sessionsQuery(userId).queryKey, (known) =>
        known?.filter(({ id }) => id !== sessionId),
      )
      void queryClient.invalidateQueries({ queryKey: sessionsQuery(userId).queryKey })
    },
  })

  return (
    <li className="flex flex-col gap-2 px-5 py-3.5">
      <div className="flex items-center gap-3.5">
        <Icon name={icons[kind]} size="md" className="shrink-0 text-content-subtle" />
        <div className={`min-w-0 grow ${coveredText}`}>
          <div className="flex flex-wrap items-center gap-2">
            <bdi className="font-medium wrap-anywhere">{name}</bdi>
            {workspace && <Pill>Workspace</Pill>}
            {kind === 'cli' && <Pill>Command line</Pill>}
            {isCurrent && <Pill tone="success">This browser</Pill>}
          </div>
          <SessionFacts session={session} />
        </div>
        {!isCurrent && (
          <span className="relative z-10 flex w-20 shrink-0 justify-end">
            <ConfirmButton
              size="sm"
              onConfirm={() => end.mutate({ params: { userId, sessionId } })}
              isLoading={end.isPending}
            >
              Sign out
              <span className="sr-only">
                {' '}
                <bdi>{name}</bdi>
              </span>
            </ConfirmButton>
          </span>
        )}
      </div>
      {end.error?.code !== 'NotFound' && <Failure error={end.error} />}
    </li>
  )
}

/** The user's sessions, starting with the current one. All others can be signed out. */
export function SessionList({ userId, sessions }: { userId: string; sessions: readonly Session[] }) {
  const ordered = sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
  const focus = useRecoveredFocus(sessions)
  return (
    <ul
      {...focus}
      aria-label="Sessions"
      className="divide-y divide-line rounded-lg border border-line bg-surface-raised shadow-raised"
    >
      {ordered.map((session) => (
        <SessionRow key={session.id} userId={userId} session={session} />
      ))}
    </ul>
  )
}
