import type { CallResult } from '@portal/contract/endpoint'
import { type Member, members } from '@portal/contract/members/members'
import { may } from '@portal/contract/members/roles'
import { fullName } from '@portal/contract/text/full-name'
import { tokenRights } from '@portal/contract/tokens/token-rights'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { serverNow } from '@portal/ui/lib/server-clock'
import { showToast } from '@portal/ui/lib/toast-queue'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AskDialog } from '../../lib/layout/ask-dialog.tsx'
import { shortName } from '../../lib/layout/short-name.ts'
import { Failure } from '../../lib/request/failure.tsx'
import type { RequestError } from '../../lib/request/request-error.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { EndingTokens } from '../credentials/ending-tokens.tsx'
import { MoveChosenTokens } from '../credentials/move-chosen-tokens.tsx'
import { endingText } from '../credentials/token-move-rules.ts'
import { type TokenMoves, useTokenMoves } from '../credentials/use-token-moves.ts'
import { UsedCredential } from '../credentials/used-credential.tsx'
import { refreshInstance } from '../workspaces/refresh-instance.ts'
import { defaultChoices, type LeftBehindChoices, LeftBehindLists } from './left-behind-lists.tsx'
import { accessQuery, useMembershipCache } from './member-queries.ts'

/** The props of every dialog about one member. */
export interface MemberDialogProps {
  workspace: Workspace
  member: Member
  onClose: () => void
}

type Access = CallResult<typeof members.access>

/** The API tokens of a member, which can be moved. Sessions always end. */
export const apiTokensOf = (workspaceId: string, access: Access | undefined) =>
  (access?.tokens ?? []).flatMap((token) => (token.kind === 'api' ? [{ ...token, workspaceId }] : []))

interface EndedAccessProps {
  workspaceId: string
  query: UseQueryResult<Access, RequestError>
  moves: TokenMoves
  /** Whether the user may move the member's tokens, which needs the right to revoke them. */
  canMove: boolean
  choices: LeftBehindChoices
  onChoose: (choices: LeftBehindChoices) => void
}

/** The tokens and sessions that a removal ends, with their last use. Tokens can be moved to a service account instead. */
function EndedAccess({ workspaceId, query, moves, canMove, choices, onChoose }: EndedAccessProps) {
  if (query.isPending) {
    return (
      <div role="status">
        <span className="sr-only">Loading tokens and sessions...</span>
        <Skeleton lines={3} />
      </div>
    )
  }
  if (!query.data) {
    return (
      <Failure
        error={query.error}
        title="The tokens and sessions could not be loaded. They will still end when you remove the member"
        retry={() => void query.refetch()}
      />
    )
  }
  const tokens = apiTokensOf(workspaceId, query.data)
  const sessions = query.data.tokens.filter(({ kind }) => kind === 'instance')
  return (
    <div className="flex flex-col gap-3">
      {tokens.length + sessions.length === 0 ? (
        <p className="text-content-muted">
          This member has no API tokens or active sessions in this workspace.
        </p>
      ) : (
        <>
          <p className="font-medium">
            {`${tokens.length > 0 ? `${endingText(tokens, serverNow())} ` : ''}${sessionsText(sessions.length)}`}
          </p>
          <EndingTokens
            label="Tokens and sessions that will end"
            workspaceId={workspaceId}
            tokens={tokens}
            moves={moves}
            canMove={canMove}
          >
            {sessions.map((session) => (
              <UsedCredential
                key={session.id}
                icon="monitor"
                title="Signed-in session"
                lastUsedAt={session.lastUsedAt}
                lastUsedIp={session.lastUsedIp}
              />
            ))}
          </EndingTokens>
        </>
      )}
      <MoveChosenTokens moves={moves} />
      {tokens.length > 0 && (
        <p className="text-content-muted text-sm">
          Programs that use a revoked token stop working. Inviting the member again does not restore the
          token.
          {!canMove &&
            ' To keep a token working, ask the owner to move it to a service account before you remove the member.'}
        </p>
      )}
      <LeftBehindLists left={query.data} choices={choices} onChoose={onChoose} />
    </div>
  )
}

function sessionsText(count: number): string {
  if (count === 0) return ''
  return count === 1 ? '1 session ends.' : `${count} sessions end.`
}

/** Confirms the removal of a member, and shows what it revokes and what can be moved to a service account. */
export function RemoveMemberDialog({ workspace, member, onClose }: MemberDialogProps) {
  const cache = useMembershipCache(workspace.id)
  const { email, userId } = member
  const [choices, setChoices] = useState(defaultChoices)
  const access = useQuery(accessQuery(workspace.id, userId))
  const moves = useTokenMoves({
    tokens: apiTokensOf(workspace.id, access.data),
    onMoved: () => void access.refetch(),
  })

  const remove = useApiMutation(members.remove, {
    onSuccess: (list) => {
      cache.setMembers(list)
      onClose()
      showToast(`${shortName(email)} is no longer a member`, { tone: 'success' })
      refreshInstance(workspace)
    },
  })

  return (
    <AskDialog
      title={`Remove ${fullName(member) ?? email}?`}
      description={
        <>
          {email} loses access to <bdi>{workspace.displayName}</bdi> immediately and is notified by email.
        </>
      }
      role="alertdialog"
      size="xl"
      actText="Remove User"
      tone="danger"
      request={remove}
      problem={moves.problem}
      isBusy={moves.isMoving}
      onAct={() => remove.mutate({ params: { workspaceId: workspace.id }, body: { email, ...choices } })}
      onClose={onClose}
    >
      <EndedAccess
        workspaceId={workspace.id}
        query={access}
        moves={moves}
        canMove={may(workspace.role, tokenRights.revokeToken)}
        choices={choices}
        onChoose={setChoices}
      />
    </AskDialog>
  )
}
