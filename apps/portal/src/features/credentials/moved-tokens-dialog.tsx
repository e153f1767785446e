import { Button } from '@portal/ui/buttons/button'
import { CopyButton } from '@portal/ui/buttons/copy-button'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { Modal } from '@portal/ui/overlays/modal'
import { useState } from 'react'
import { CloseWithoutCopyingDialog } from './close-without-copying-dialog.tsx'
import type { GeneratedToken } from './generated-token.ts'
import { overlapOptions } from './overlap-field.tsx'
import { useAskBeforeLosing } from './use-ask-before-losing.ts'

interface MovedTokensDialogProps {
  moved: readonly GeneratedToken[]
  /** How long the old secrets continue to work. */
  overlap: string
  onClose: () => void
}

function overlapText(overlap: string): string {
  if (overlap === '0') return 'The old secrets no longer work.'
  const label = overlapOptions.find(({ value }) => value === overlap)?.label ?? overlap
  return `The old secrets continue to work for ${label}. Replace them before then.`
}

/** Shows the new secrets of moved tokens once. See docs/product/members.md#keeping-tokens-working. */
export function MovedTokensDialog({ moved, overlap, onClose }: MovedTokensDialogProps) {
  const [copied, setCopied] = useState<readonly string[]>([])
  const isSafe = moved.every(({ authToken }) => copied.includes(authToken.id))
  const { isAsking, close, keepOpen } = useAskBeforeLosing({ isSafe, onClose })
  const markCopied = (ids: readonly string[]) => setCopied((known) => [...known, ...ids])
  const isSingle = moved.length === 1
  const lines = moved.map(({ authToken, value }) => `${authToken.name}: ${value}`).join('\n')
  return (
    <Modal
      title={isSingle ? '1 token moved' : `${moved.length} tokens moved`}
      description={overlapText(overlap)}
      size="2xl"
      isOpen
      onOpenChange={close}
      footer={
        <>
          <Button onPress={close}>Done</Button>
          <CopyButton
            text={isSingle ? (moved[0]?.value ?? '') : lines}
            size="md"
            tone="accent"
            autoFocus
            onCopied={() => markCopied(moved.map(({ authToken }) => authToken.id))}
          >
            {isSingle ? 'Copy secret' : 'Copy all'}
          </CopyButton>
        </>
      }
    >
      {/* Keeps the secrets out of session recordings and page translation services. */}
      <div translate="no" className="ph-no-capture flex flex-col gap-4">
        <StatusBox tone="warning" announce="off">
          The new secrets are shown only once. Store them somewhere secure.
        </StatusBox>
        <ul aria-label="New secrets" className="flex flex-col gap-4">
          {moved.map(({ authToken: { id, name, serviceAccount }, value }) => (
            <li key={id} className="flex flex-col gap-1.5">
              <p className="text-sm wrap-anywhere">
                “<bdi className="font-medium">{name}</bdi>” now belongs to <bdi>{serviceAccount?.name}</bdi>
              </p>
              <div className="flex items-start gap-2 rounded-lg border border-line bg-surface-sunken p-3">
                <code className="min-w-0 grow select-all font-mono text-sm break-all">{value}</code>
                <CopyButton
                  text={value}
                  label={`Copy the new secret of ${name}`}
                  onCopied={() => markCopied([id])}
                />
              </div>
            </li>
          ))}
        </ul>
      </div>
      <CloseWithoutCopyingDialog what="the secrets" isOpen={isAsking} onClose={close} onKeepOpen={keepOpen}>
        They will not be shown again. To replace a secret that you did not store, rotate its token on the API
        Tokens page.
      </CloseWithoutCopyingDialog>
    </Modal>
  )
}
