import { Button } from '@portal/ui/buttons/button'
import { CopyButton } from '@portal/ui/buttons/copy-button'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { Tabs } from '@portal/ui/layout/tabs'
import { Modal } from '@portal/ui/overlays/modal'
import { CodeBlock } from '@portal/ui/text/code-block'
import { Timestamp } from '@portal/ui/text/timestamp'
import { ShownSecret } from './shown-secret.tsx'
import { useCloseWithoutCopying } from './use-close-without-copying.tsx'
import type { WebhookWithSecret } from './webhook-queries.ts'
import { webhookSnippets } from './webhook-snippets.ts'

/** The secret of a webhook that was just created, or whose secret was just rotated. */
export interface NewWebhookSecret extends WebhookWithSecret {
  isRotated: boolean
}

interface WebhookSecretDialogProps {
  generated: NewWebhookSecret
  onClose: () => void
}

/** Shows the secret of a webhook once. See docs/product/webhooks.md#signatures. */
export function WebhookSecretDialog({ generated, onClose }: WebhookSecretDialogProps) {
  const { webhook, secret, isRotated } = generated
  const { question, close, lastCopied, countCopy, copyProps } = useCloseWithoutCopying({
    what: 'the secret',
    advice: 'It will not be shown again. If you have not stored it, you need to rotate the secret.',
    secrets: [secret],
    onClose,
  })
  return (
    <Modal
      title={isRotated ? 'Secret rotated' : 'Webhook created'}
      description={
        <>
          <bdi>{webhook.url}</bdi>{' '}
          {isRotated ? 'has a new secret.' : 'receives events from now on. Verify them with this secret.'}{' '}
          {webhook.previousSecretUntil && (
            <span>
              The old secret also signs until{' '}
              <Timestamp date={webhook.previousSecretUntil} size="extended" isMidSentence />.
            </span>
          )}
        </>
      }
      size="2xl"
      isOpen
      onOpenChange={close}
      footer={
        <>
          <Button onPress={close}>Done</Button>
          <CopyButton text={secret} tone="accent" size="md" autoFocus onCopied={() => countCopy(secret)}>
            Copy secret
          </CopyButton>
        </>
      }
    >
      {/* Keeps the secret out of session recordings and page translation services. */}
      <div translate="no" {...copyProps} className="ph-no-capture flex flex-col gap-4">
        <StatusBox tone="warning" announce="off">
          The secret is shown only once. Store it somewhere secure.
        </StatusBox>
        <ShownSecret label="Secret" value={secret} lastCopied={lastCopied} />
        <Tabs
          label="Ways to verify the signature"
          items={webhookSnippets(secret).map(({ label, language, code }) => ({
            label,
            content: <CodeBlock code={code} language={language} onCopied={() => countCopy(code)} />,
          }))}
        />
      </div>
      {question}
    </Modal>
  )
}
