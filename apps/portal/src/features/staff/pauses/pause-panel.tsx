import { StatusBox } from '@portal/ui/feedback/status-box'
import { Timestamp } from '@portal/ui/text/timestamp'
import type { PauseFacts } from './pause.ts'

/** Says that something is paused: since when, until when, by whom and why. Nothing while it is not. */
export function PausePanel({
  title,
  tone,
  pause,
  nobody,
}: {
  title: string
  tone: 'danger' | 'warning'
  pause: PauseFacts | null
  /** What stands in the place of a name, where it happened by a rule. */
  nobody: string
}) {
  if (!pause) return null
  return (
    <StatusBox tone={tone} title={title} announce="off">
      <p className="text-sm">
        <Timestamp date={pause.since} /> · by {pause.byEmail ?? nobody} ·{' '}
        {pause.until ? (
          <>
            until <Timestamp date={pause.until} />
          </>
        ) : (
          'until somebody ends it'
        )}
      </p>
      <p className="text-sm wrap-anywhere">{pause.reason ?? 'No reason was given.'}</p>
    </StatusBox>
  )
}
