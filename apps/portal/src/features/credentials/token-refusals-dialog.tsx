import type { AuthToken, TokenRefusal } from '@portal/contract/tokens/token-schemas'
import { tokens } from '@portal/contract/tokens/tokens'
import { Button } from '@portal/ui/buttons/button'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { Modal } from '@portal/ui/overlays/modal'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../lib/request/api-query.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { RevokeTokenButton } from './revoke-token-button.tsx'

const refusalsPollMs = 5_000

/** The uses of a token that were refused while it was paused. Never cached, because a program may try at any moment. */
const refusalsQuery = (workspaceId: string, tokenId: string) => ({
  ...apiQuery(tokens.refusals, { params: { workspaceId, tokenId } }),
  gcTime: 0,
  refetchInterval: refusalsPollMs,
})

function Refusals({ refusals }: { refusals: readonly TokenRefusal[] }) {
  if (refusals.length === 0)
    return <p>No requests used this token while it was paused. If it stays unused, you can revoke it.</p>
  return (
    <ul
      aria-label="Uses refused while paused"
      className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line"
    >
      {refusals.map((refusal) => (
        <li key={`${refusal.at} ${refusal.ipAddress} ${refusal.call}`} className="flex flex-col px-3 py-2">
          <span className="wrap-anywhere">
            <span className="font-mono text-sm">{refusal.call}</span> from {refusal.ipAddress}
          </span>
          <span className="text-content-muted text-sm wrap-anywhere first-letter:uppercase">
            <Timestamp date={refusal.at} isRelative />
            {refusal.userAgent && <span>{`, ${refusal.userAgent}`}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

export interface TokenRefusalsDialogProps {
  workspaceId: string
  token: AuthToken
  onClose: () => void
}

/** Lists what broke while a token was paused, and offers to revoke it. */
export function TokenRefusalsDialog({ workspaceId, token, onClose }: TokenRefusalsDialogProps) {
  const query = useQuery(refusalsQuery(workspaceId, token.id))
  return (
    <Modal
      title={`Uses of “${token.name}” refused while paused`}
      description="Uses are recorded only while the token is paused, not after it expires or is revoked. The last 100 are kept."
      size="lg"
      isOpen
      onOpenChange={onClose}
      footer={
        <>
          {/* At the other end, so that the confirmation of the revoke button doesn't cover it. */}
          <Button className="mr-auto" onPress={onClose}>
            Close
          </Button>
          {query.data?.refusals.length === 0 && (
            <RevokeTokenButton workspaceId={workspaceId} token={token} size="md" />
          )}
        </>
      }
    >
      {query.isPending && (
        <div role="status">
          <span className="sr-only">Loading refused uses...</span>
          <Skeleton lines={3} />
        </div>
      )}
      <Failure error={query.error} retry={() => void query.refetch()} />
      {query.data && <Refusals refusals={query.data.refusals} />}
    </Modal>
  )
}
