import { type AuthToken, tokens } from '@portal/contract/tokens/tokens'
import { ConfirmButton } from '@portal/ui/buttons/confirm-button'
import { IconButton } from '@portal/ui/buttons/icon-button'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { shortName } from '../../../lib/layout/short-name.ts'
import { useCall } from '../../../lib/request/calls.ts'
import { markRevoked } from '../token-queries.ts'

const failedText = 'Error. Token not revoked!'

export interface RevokeTokenButtonProps {
  workspaceId: string
  token: Pick<AuthToken, 'id' | 'name'>
  size?: 'sm' | 'md'
  /** Updates other lists that show the token. */
  onRevoked?: () => Promise<void>
  children?: ReactNode
}

/** Revokes a token after a second click. After a failure, an alert icon retries. */
export function RevokeTokenButton({
  workspaceId,
  token,
  size = 'sm',
  onRevoked,
  children = 'Revoke',
}: RevokeTokenButtonProps) {
  const queryClient = useQueryClient()
  const revoke = useCall(tokens.revoke)
  const [hasFailed, setHasFailed] = useState(false)
  const box = useRef<HTMLSpanElement>(null)

  async function press() {
    const outcome = await revoke.run({ params: { workspaceId, tokenId: token.id } })
    setHasFailed(!outcome.isOk)
    if (!outcome.isOk) return
    await markRevoked(queryClient, workspaceId, token.id)
    await onRevoked?.()
    showToast(`“${shortName(token.name)}” is revoked`, { tone: 'success' })
  }

  // The focused button has been replaced, so focus its replacement.
  useEffect(() => {
    if (hasFailed && !document.activeElement?.matches('button, input'))
      box.current?.querySelector('button')?.focus()
  }, [hasFailed])

  return (
    <span ref={box} className="relative z-10 flex w-17 justify-end whitespace-nowrap">
      {hasFailed ? (
        <IconButton
          icon="alert-triangle"
          label={failedText}
          tone="danger"
          size={size}
          isLoading={revoke.status.isPending}
          loadingText="Revoking..."
          onPress={() => void press()}
        />
      ) : (
        <ConfirmButton
          tone="danger"
          variant="outline"
          size={size}
          isLoading={revoke.status.isPending}
          loadingText="Revoking..."
          onConfirm={() => void press()}
        >
          {children}
        </ConfirmButton>
      )}
      <span role="alert" className="sr-only">
        {hasFailed && !revoke.status.isPending ? failedText : ''}
      </span>
    </span>
  )
}
