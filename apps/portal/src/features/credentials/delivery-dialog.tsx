import type { Delivery } from '@portal/contract/webhooks/webhooks'
import { Button } from '@portal/ui/buttons/button'
import { Pill } from '@portal/ui/data/pill'
import { Modal } from '@portal/ui/overlays/modal'
import { CodeBlock } from '@portal/ui/text/code-block'
import { Timestamp } from '@portal/ui/text/timestamp'

const titles: Record<Delivery['kind'], string> = {
  event: 'Delivery',
  resend: 'Resent delivery',
  test: 'Test event',
}

/** "84 ms" or "14.2 s". */
export const durationText = (durationMs: number) =>
  durationMs < 1_000 ? `${durationMs} ms` : `${(durationMs / 1_000).toFixed(1)} s`

/** The status of the answer, or why there is none. */
export function Outcome({ delivery: { status, problem, isSuccess } }: { delivery: Delivery }) {
  return (
    <span className="flex min-w-0 flex-col items-start gap-0.5">
      <Pill tone={isSuccess ? 'success' : 'danger'}>{status ?? 'No answer'}</Pill>
      {problem && <span className="text-content-muted text-sm wrap-anywhere">The server {problem}.</span>}
    </span>
  )
}

/** The event as it was sent, and the start of the answer. See docs/product/webhooks.md#deliveries. */
export function DeliveryDialog({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { kind, type, at, durationMs, event, answer } = delivery
  return (
    <Modal
      title={titles[kind]}
      description={
        <>
          <code>{type}</code>, sent <Timestamp date={at} size="extended" isMidSentence />, took{' '}
          {durationText(durationMs)}
        </>
      }
      size="2xl"
      isOpen
      onOpenChange={onClose}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-4">
        <div role="status">
          <Outcome delivery={delivery} />
        </div>
        {event && (
          <section className="flex flex-col gap-1.5">
            <h3 className="font-medium text-sm">Event</h3>
            <CodeBlock code={JSON.stringify(event, null, 2)} language="json" />
          </section>
        )}
        {answer !== null && (
          <section className="flex flex-col gap-1.5">
            <h3 className="font-medium text-sm">Start of the answer</h3>
            {answer === '' ? <p>The answer has no body.</p> : <CodeBlock code={answer} language="text" />}
          </section>
        )}
      </div>
    </Modal>
  )
}
