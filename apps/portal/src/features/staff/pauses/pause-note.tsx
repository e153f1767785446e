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
