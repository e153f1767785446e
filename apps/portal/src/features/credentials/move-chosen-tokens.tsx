import { Button } from '@portal/ui/buttons/button'
import { CopyButton } from '@portal/ui/buttons/copy-button'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { Select } from '@portal/ui/fields/select'
import { serverNow } from '@portal/ui/lib/server-clock'
import { Modal } from '@portal/ui/overlays/modal'
import { Timestamp } from '@portal/ui/text/timestamp'
import { Failure } from '../../lib/request/failure.tsx'
import type { GeneratedToken } from './token-queries.ts'
import { overlapOptions, rotationOf } from './token-state.ts'
import { useCloseWithoutCopying } from './use-close-without-copying.tsx'
import type { TokenMoves } from './use-token-moves.ts'

/** A request without a response may still have moved the token. Rotating the token then creates a new secret. */
function failureTitle({ name, error }: NonNullable<TokenMoves['failure']>): string {
  const isLost = error.status === undefined || error.status >= 500
  if (!isLost) return `“${name}” could not be moved`
  return `“${name}” may have been moved. If it is no longer listed here, rotate it in the API tokens section to get a new secret`
}

/** Moves the chosen tokens and shows their new secrets. Renders nothing while no token is chosen. */
export function MoveChosenTokens({ moves }: { moves: TokenMoves }) {
  const { chosenCount, failure, moved } = moves
  return (
    <>
      {failure && <Failure error={failure.error} title={failureTitle(failure)} />}
      {chosenCount > 0 && (
        <div className="flex flex-wrap items-end justify-between gap-3 rounded-md border border-line bg-surface-sunken p-3">
          <Select
            label="How long the old secrets continue to work"
            size="sm"
            options={overlapOptions}
            value={moves.overlap}
            onChange={(value) => moves.setOverlap(value ?? moves.overlap)}
            isDisabled={moves.isMoving}
            className="w-60"
          />
          <Button size="sm" tone="accent" isLoading={moves.isMoving} onPress={moves.run}>
            {chosenCount === 1 ? 'Move 1 token' : `Move ${chosenCount} tokens`}
          </Button>
        </div>
      )}
      {moved.length > 0 && <MovedTokensDialog moved={moved} onClose={moves.forgetMoved} />}
    </>
  )
}

interface MovedTokensDialogProps {
  moved: readonly GeneratedToken[]
  onClose: () => void
}

/** Until when an old secret of a moved token works. A secret that was never used may have ended despite the overlap. */
function OldSecretEnd({ token }: { token: GeneratedToken['authToken'] }) {
  const retiresAt = rotationOf(token, serverNow())?.old[0]?.retiresAt
  if (!retiresAt) return <span>Its old secret no longer works.</span>
  return (
    <span>
      Its old secret works until <Timestamp date={retiresAt} size="extended" isMidSentence />. Replace it
      before then.
    </span>
  )
}

/** Shows the new secrets of moved tokens once. See docs/product/members.md#keeping-tokens-working. */
function MovedTokensDialog({ moved, onClose }: MovedTokensDialogProps) {
  const { question, close, countCopy, copyProps } = useCloseWithoutCopying({
    what: 'the secrets',
    advice:
      'They will not be shown again. To replace a secret that you did not store, rotate its token on the API Tokens page.',
    secrets: moved.map(({ token }) => token),
    onClose,
  })
  const isSingle = moved.length === 1
  const lines = moved.map(({ authToken, token }) => `${authToken.name}: ${token}`).join('\n')
  return (
    <Modal
      title={isSingle ? '1 token moved' : `${moved.length} tokens moved`}
      size="2xl"
      isOpen
      onOpenChange={close}
      footer={
        <>
          <Button onPress={close}>Done</Button>
          <CopyButton
            text={isSingle ? (moved[0]?.token ?? '') : lines}
            size="md"
            tone="accent"
            autoFocus
            onCopied={() => countCopy(lines)}
          >
            {isSingle ? 'Copy secret' : 'Copy all'}
          </CopyButton>
        </>
      }
    >
      {/* Keeps the secrets out of session recordings and page translation services. */}
      <div translate="no" {...copyProps} className="ph-no-capture flex flex-col gap-4">
        <StatusBox tone="warning" announce="off">
          The new secrets are shown only once. Store them somewhere secure.
        </StatusBox>
        <ul aria-label="New secrets" className="flex flex-col gap-4">
          {moved.map(({ authToken, token }) => (
            <li key={authToken.id} className="flex flex-col gap-1.5">
              <p className="text-sm wrap-anywhere">
                “<bdi className="font-medium">{authToken.name}</bdi>” now belongs to{' '}
                <bdi>{authToken.serviceAccount?.name}</bdi>. <OldSecretEnd token={authToken} />
              </p>
              <div className="flex items-start gap-2 rounded-lg border border-line bg-surface-sunken p-3">
                <code className="min-w-0 grow select-all font-mono text-sm break-all">{token}</code>
                <CopyButton
                  text={token}
                  label={`Copy the new secret of ${authToken.name}`}
                  onCopied={() => countCopy(token)}
                />
              </div>
            </li>
          ))}
        </ul>
      </div>
      {question}
    </Modal>
  )
}
