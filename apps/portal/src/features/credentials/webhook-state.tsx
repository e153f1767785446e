import { type Webhook, webhookDisabledAfterDays } from '@portal/contract/webhooks/webhooks'
import { Pill } from '@portal/ui/data/pill'
import type { Tone } from '@portal/ui/lib/tone'
import { Timestamp } from '@portal/ui/text/timestamp'

interface ShownState {
  label: string
  tone: Tone
  since?: string | null
  cause?: string
  /** What the owner can do. */
  advice?: string
}

type State = Pick<Webhook, 'disabledReason' | 'disabledAt' | 'failingSince'>

function stateOf({ disabledReason, disabledAt, failingSince }: State): ShownState {
  switch (disabledReason) {
    case 'owner':
      return { label: 'Paused', tone: 'warning', since: disabledAt }
    case 'gone':
      return {
        label: 'Disabled',
        tone: 'danger',
        since: disabledAt,
        cause: 'The server answered 410, which means that the URL no longer exists.',
        advice: 'Correct the URL or its server, then enable the webhook.',
      }
    case 'failing':
      return {
        label: 'Disabled',
        tone: 'danger',
        since: disabledAt,
        cause: `No delivery succeeded for ${webhookDisabledAfterDays} days.`,
        advice: 'Correct the URL or its server, send a test event, then enable the webhook.',
      }
    case 'newOwner':
      return {
        label: 'Not confirmed',
        tone: 'warning',
        cause: 'The workspace has a new owner. The webhook receives no events until the owner confirms it.',
        advice: 'The former owner knows the secret. Rotate it after the webhook is confirmed.',
      }
    case null:
      return failingSince
        ? {
            label: 'Failing',
            tone: 'warning',
            since: failingSince,
            cause: `The webhook is disabled if no delivery succeeds for ${webhookDisabledAfterDays} days. Tests and resent events don't count.`,
          }
        : { label: 'Active', tone: 'success' }
  }
}

/** Whether a webhook receives events, since when it doesn't, why, and what the owner can do. See docs/product/webhooks.md#disabling. */
export function WebhookState({ webhook, isForStaff = false }: { webhook: State; isForStaff?: boolean }) {
  const { label, tone, since, cause, advice } = stateOf(webhook)
  const text = advice && !isForStaff ? `${cause} ${advice}` : cause
  return (
    <div className="flex flex-col items-start gap-1 text-sm">
      <Pill tone={tone}>{label}</Pill>
      {since && (
        <p>
          Since <Timestamp date={since} isMidSentence />
        </p>
      )}
      {text && <p className="max-w-prose text-content-muted text-pretty">{text}</p>}
    </div>
  )
}
