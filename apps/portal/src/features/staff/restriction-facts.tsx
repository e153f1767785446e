import { StatusBox } from '@portal/ui/feedback/status-box'
import { Timestamp } from '@portal/ui/text/timestamp'
import { Truncate } from '@portal/ui/text/truncate'
import type { Restriction } from './restrictions.ts'

/** Since when an account or workspace is restricted, and the end, author and reason where known. */
export function RestrictionNote({ since, until, reason, byEmail }: Restriction) {
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

interface RestrictionPanelProps {
  title: string
  tone: 'danger' | 'warning'
  restriction: Restriction | null
  /** Shown if no staff member is known to have set the restriction. */
  fallbackAuthor: string
}

/** Shows when a quarantine or suspension started, its end, author and reason. Renders nothing without one. */
export function RestrictionPanel({ title, tone, restriction, fallbackAuthor }: RestrictionPanelProps) {
  if (!restriction) return null
  const { since, until, byEmail, reason } = restriction
  return (
    <StatusBox tone={tone} title={title} announce="off">
      <p className="text-sm">
        <Timestamp date={since} /> · by <span>{byEmail ?? fallbackAuthor}</span> ·{' '}
        {until ? (
          <span key="until">
            until <Timestamp date={until} isMidSentence />
          </span>
        ) : (
          <span>until staff end it</span>
        )}
      </p>
      <p className="text-sm wrap-anywhere">{reason ?? 'No reason was given.'}</p>
    </StatusBox>
  )
}
