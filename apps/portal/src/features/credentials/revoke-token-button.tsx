import type { AuthToken } from '@portal/contract/tokens/token-schemas'
import { tokens } from '@portal/contract/tokens/tokens'
import { ConfirmButton } from '@portal/ui/buttons/confirm-button'
import { IconButton } from '@portal/ui/buttons/icon-button'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { shortName } from '../../lib/layout/short-name.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { LastUse } from './token-cells.tsx'
import { markRevoked } from './token-queries.ts'

const failedText = 'Error. Token not revoked!'

export interface RevokeTokenButtonProps {
  workspaceId: string
  token: Pick<AuthToken, 'id' | 'name' | 'lastUsedAt' | 'lastUsedIp'>
  size?: 'sm' | 'md'
  /** Updates other lists that show the token. */
  onRevoked?: () => Promise<void>
  children?: ReactNode
}

/** An armed button has two lines and no icon, so that it doesn't cover when the token expires. */
export const twoLines =
  'data-armed:h-auto data-armed:max-w-41 data-armed:[&>svg]:hidden data-armed:py-1 data-armed:text-left data-armed:leading-4 data-armed:whitespace-normal'

/** Revokes a token after a second click. After a failure, an alert icon retries. */
export function RevokeTokenButton({
  workspaceId,
  token,
  size = 'sm',
  onRevoked,
  children = 'Revoke',
}: RevokeTokenButtonProps) {
  const queryClient = useQueryClient()
  // Kept during the next attempt, so that its button stays.
  const [hasFailed, setHasFailed] = useState(false)
  const revoke = useApiMutation(tokens.revoke, {
    onError: () => setHasFailed(true),
    onSuccess: async () => {
      setHasFailed(false)
      await markRevoked(queryClient, workspaceId, token.id)
      await onRevoked?.()
      showToast(`“${shortName(token.name)}” is revoked`, { tone: 'success' })
    },
  })
  const press = () => revoke.mutate({ params: { workspaceId, tokenId: token.id } })
  const box = useRef<HTMLSpanElement>(null)

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
          isLoading={revoke.isPending}
          loadingText="Revoking..."
          onPress={press}
        />
      ) : (
        <ConfirmButton
          tone="danger"
          variant="outline"
          size={size}
          isLoading={revoke.isPending}
          loadingText="Revoking..."
          onConfirm={press}
          confirmDetail={<LastUse of={token} hasTooltip={false} />}
          className={twoLines}
        >
          {children}
        </ConfirmButton>
      )}
      <span role="alert" className="sr-only">
        {hasFailed && !revoke.isPending ? failedText : ''}
      </span>
    </span>
  )
}
