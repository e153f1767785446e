import { members } from '@portal/contract/members/members'
import { may } from '@portal/contract/members/roles'
import { serviceAccountRights } from '@portal/contract/service-accounts/service-accounts'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { serverNow } from '@portal/ui/lib/server-clock'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useUser } from '../../lib/guard/session.ts'
import { AskDialog } from '../../lib/layout/ask-dialog.tsx'
import { shortName } from '../../lib/layout/short-name.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { EndingTokens } from '../credentials/ending-tokens.tsx'
import { MoveChosenTokens } from '../credentials/move-chosen-tokens.tsx'
import { type EndingToken, endingText } from '../credentials/token-move-rules.ts'
import { type TokenMoves, useTokenMoves } from '../credentials/use-token-moves.ts'
import { hasLeftBehind, LeftBehindLists } from './left-behind-lists.tsx'
import { accessQuery, useMembershipCache } from './member-queries.ts'
import { apiTokensOf } from './remove-member-dialog.tsx'

/**
 * Confirms that the user leaves, and shows which of their tokens stop and what they leave behind. Approvers can move the tokens to a
 * service account.
 */
export function LeaveDialog({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const cache = useMembershipCache(workspace.id)
  const navigate = useNavigate()
  const query = useQuery(accessQuery(workspace.id, useUser().id))
  const tokens = apiTokensOf(workspace.id, query.data)
  const moves = useTokenMoves({ tokens, onMoved: () => void query.refetch() })

  const leave = useApiMutation(members.leave, {
    onSuccess: () => {
      showToast(`You left ${shortName(workspace.displayName)}`, { tone: 'success' })
      // Navigates first, because this page would refetch data that the user can no longer access.
      void navigate({ to: '/workspaces' }).then(cache.forget)
    },
  })

  return (
    <AskDialog
      title={`Leave ${workspace.displayName}?`}
      description="You lose access immediately. You need a new invitation to come back."
      role="alertdialog"
      size={tokens.length > 0 || hasLeftBehind(query.data ?? {}) ? 'xl' : 'md'}
      actText="Leave workspace"
      tone="danger"
      request={leave}
      problem={moves.problem}
      isBusy={moves.isMoving}
      onAct={() => leave.mutate({ params: { workspaceId: workspace.id } })}
      onClose={onClose}
    >
      {query.isPending && (
        <div role="status">
          <span className="sr-only">Loading your tokens and invitations...</span>
          <Skeleton lines={2} />
        </div>
      )}
      {query.isError && !query.data && (
        <Failure
          error={query.error}
          title="Your API tokens and invitations could not be loaded. They will still end when you leave"
          retry={() => void query.refetch()}
        />
      )}
      {tokens.length > 0 && <OwnEndingTokens workspace={workspace} tokens={tokens} moves={moves} />}
      <MoveChosenTokens moves={moves} />
      {query.data && tokens.length === 0 && (
        <p>You have no API tokens in this workspace. Your sessions for this workspace end.</p>
      )}
      {query.data && <LeftBehindLists left={query.data} />}
    </AskDialog>
  )
}

interface OwnEndingTokensProps {
  workspace: Workspace
  tokens: readonly EndingToken[]
  moves: TokenMoves
}

function OwnEndingTokens({ workspace, tokens, moves }: OwnEndingTokensProps) {
  const canMove = may(workspace.role, serviceAccountRights.manageServiceAccounts)
  return (
    <>
      <p className="font-medium">
        {`${endingText(tokens, serverNow())} Your sessions for this workspace end.`}
      </p>
      <EndingTokens
        label="Tokens that will stop working"
        workspaceId={workspace.id}
        tokens={tokens}
        moves={moves}
        canMove={canMove}
      />
      <p className="text-content-muted text-sm">
        <span>
          Programs that use a revoked token stop working. A new invitation does not restore the token.
        </span>
        {!canMove && (
          <span>
            {' '}
            To keep a token working, ask an owner or approver to move it to a service account before you
            leave.
          </span>
        )}
      </p>
    </>
  )
}
