import { type Webhook, webhookDisabledAfterDays } from '@portal/contract/webhooks/webhooks'
import { Pill } from '@portal/ui/data/pill'
import type { Tone } from '@portal/ui/lib/tone'
import { Timestamp } from '@portal/ui/text/timestamp'

interface ShownState {
  label: string
  tone: Tone
  since?: string | null
  /** Why, and what the owner can do. */
  text?: string
}

type State = Pick<Webhook, 'disabledReason' | 'disabledAt' | 'failingSince'>

function stateOf({ disabledReason, disabledAt, failingSince }: State): ShownState {
  switch (disabledReason) {
    case 'owner':
      return { label: 'Paused', tone: 'warning', since: disabledAt, text: 'The owner paused it.' }
    case 'gone':
      return {
        label: 'Disabled',
        tone: 'danger',
        since: disabledAt,
        text: 'The server answered 410, which means that the URL no longer exists. Correct the URL or its server, then enable the webhook.',
      }
    case 'failing':
      return {
        label: 'Disabled',
        tone: 'danger',
        since: disabledAt,
        text: `No delivery succeeded for ${webhookDisabledAfterDays} days. Correct the URL or its server, send a test event, then enable the webhook.`,
      }
    case 'newOwner':
      return {
        label: 'Not confirmed',
        tone: 'warning',
        text: 'The workspace has a new owner. The webhook receives no events until the owner confirms it.',
      }
    case null:
      return failingSince
        ? {
            label: 'Failing',
            tone: 'warning',
            since: failingSince,
            text: `The webhook is disabled if no delivery succeeds for ${webhookDisabledAfterDays} days.`,
          }
        : { label: 'Active', tone: 'success' }
  }
}

/** Whether a webhook receives events, since when it doesn't, why, and what to do. See docs/product/webhooks.md#disabling. */
export function WebhookState({ webhook }: { webhook: State }) {
  const { label, tone, since, text } = stateOf(webhook)
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
