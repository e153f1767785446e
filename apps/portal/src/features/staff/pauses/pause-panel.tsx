import { StatusBox } from '@portal/ui/feedback/status-box'
import { Timestamp } from '@portal/ui/text/timestamp'
import { Truncate } from '@portal/ui/text/truncate'
import type { PauseFacts } from './pause.ts'

/** When a pause started, and its end, author and reason where known. */
export function PauseNote({ since, until, reason, byEmail }: PauseFacts) {
  return (
    <div className="flex min-w-0 flex-col">
      <Timestamp date={since} className="whitespace-nowrap" />
      {until && (
        <span className="text-content-muted text-sm">
          until <Timestamp date={until} isMidSentence />
        </span>
      )}
      {byEmail && <Truncate className="text-content-muted text-sm">by {byEmail}</Truncate>}
      {reason && (
        <Truncate lineClamp={2} isExpandable className="text-content-muted text-sm">
          {reason}
        </Truncate>
      )}
    </div>
  )
}

/** Shows when a pause started, its end, author and reason. Renders nothing without a pause. */
export function PausePanel({
  title,
  tone,
  pause,
  fallbackAuthor,
}: {
  title: string
  tone: 'danger' | 'warning'
  pause: PauseFacts | null
  /** Shown if no staff member is known to have set the pause. */
  fallbackAuthor: string
}) {
  if (!pause) return null
  return (
    <StatusBox tone={tone} title={title} announce="off">
      <p className="text-sm">
        <Timestamp date={pause.since} /> · by <span>{pause.byEmail ?? fallbackAuthor}</span> ·{' '}
        {pause.until ? (
          <span key="until">
            until <Timestamp date={pause.until} isMidSentence />
          </span>
        ) : (
          <span>until staff end it</span>
        )}
      </p>
      <p className="text-sm wrap-anywhere">{pause.reason ?? 'No reason was given.'}</p>
    </StatusBox>
  )
}
