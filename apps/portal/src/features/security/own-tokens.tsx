import { type AuthToken, tokens } from '@portal/contract/tokens'
import type { Workspace } from '@portal/contract/workspaces'
import { ConfirmButton } from '@portal/ui/confirm-button'
import { ErrorMessage } from '@portal/ui/error-message'
import { Icon } from '@portal/ui/icon'
import { TextLink } from '@portal/ui/text-link'
import { Timestamp } from '@portal/ui/timestamp'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { queryFor, useCall } from '../../lib/api.ts'
import { errorTexts, errorTitle } from '../../lib/error-messages.ts'
import { useUser } from '../../lib/session.ts'
import { workspacesQuery } from '../../lib/workspaces-query.ts'

interface OwnToken {
  workspace: Workspace
  token: AuthToken
}

const tokensQuery = (workspaceId: string) => queryFor(tokens.list, { params: { workspaceId } })

function isActive({ revokedAt, expiresAt }: AuthToken): boolean {
  return !revokedAt && (!expiresAt || new Date(expiresAt) > new Date())
}

function OwnTokenRow({ workspace, token }: OwnToken) {
  const revoke = useCall(tokens.revoke)
  const queryClient = useQueryClient()
  const workspaceId = workspace.id

  async function confirm() {
    const outcome = await revoke.run({ params: { workspaceId, tokenId: token.id } })
    if (outcome.isOk) await queryClient.invalidateQueries({ queryKey: tokensQuery(workspaceId).queryKey })
  }

  return (
    <li className="flex flex-col gap-2 px-5 py-3.5">
      <div className="flex items-center gap-3.5">
        <Icon name="terminal" size="md" className="shrink-0 text-content-subtle" />
        <div className="min-w-0 grow">
          <span className="font-medium wrap-anywhere">{token.name}</span>
          <p className="flex flex-wrap gap-x-1.5 text-content-muted text-sm">
            <span>
              in <TextLink href={`/workspace/${workspaceId}/tokens`}>{workspace.displayName}</TextLink>,
            </span>
            <span>{token.expiresAt ? <Expiry at={token.expiresAt} /> : 'never expires'}</span>
          </p>
        </div>
        <ConfirmButton
          size="sm"
          onConfirm={() => void confirm()}
          isLoading={revoke.status.isPending}
          className="shrink-0"
        >
          Revoke<span className="sr-only"> {token.name}</span>
        </ConfirmButton>
      </div>
      <ErrorMessage title={errorTitle(revoke.error)} status={revoke.status} />
    </li>
  )
}

function Expiry({ at }: { at: string }) {
  return (
    <>
      expires <Timestamp date={at} />
    </>
  )
}

/** API tokens that the person made and that still work, in any workspace, each with a way to revoke it (RULES section 7). */
export function OwnTokens() {
  const user = useUser()
  // Without a verified address nobody has workspaces to ask about.
  const list = useQuery({ ...workspacesQuery, enabled: user.emailVerified })
  const workspaces = list.data ?? []
  const answers = useQueries({ queries: workspaces.map(({ id }) => tokensQuery(id)) })
  const failed = answers.find(({ isError }) => isError)
  const own = workspaces.flatMap((workspace, index): OwnToken[] =>
    (answers[index]?.data?.authTokens ?? [])
      .filter((token) => token.createdBy.userId === user.id && isActive(token))
      .map((token) => ({ workspace, token })),
  )
  if (own.length === 0 && !failed) return null
  return (
    <div className="flex flex-col gap-3">
      <div>
        <h3 className="font-medium">Your API tokens</h3>
        <p className="text-content-muted text-sm">Each acts for you in its workspace until it is revoked.</p>
      </div>
      {failed && <ErrorMessage {...errorTexts(failed.error)} onRetry={() => void failed.refetch()} />}
      {own.length > 0 && (
        <ul
          aria-label="Your API tokens"
          className="divide-y divide-line rounded-lg border border-line bg-surface-raised shadow-raised"
        >
          {own.map(({ workspace, token }) => (
            <OwnTokenRow key={token.id} workspace={workspace} token={token} />
          ))}
        </ul>
      )}
    </div>
  )
}
