import { may, type WorkspaceRole } from '@portal/contract/members/roles'
import { serviceAccountRights } from '@portal/contract/service-accounts/service-accounts'
import { mayChangeToken, tokenRights } from '@portal/contract/tokens/token-rights'
import type { AuthToken } from '@portal/contract/tokens/token-schemas'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { IconButton } from '@portal/ui/buttons/icon-button'
import { Pill } from '@portal/ui/data/pill'
import { Table, type TableColumn } from '@portal/ui/data/table'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { Timestamp } from '@portal/ui/text/timestamp'
import { type ReactNode, useState } from 'react'
import { rowsPerPage } from '../../lib/layout/rows-per-page.ts'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { useRowFailures } from '../../lib/request/use-api-mutation.ts'
import { RevokeTokenButton } from './revoke-token-button.tsx'
import { EndedPill, TokenNameCell, TokenPill } from './token-cells.tsx'
import { TokenDetailsDialog } from './token-details-dialog.tsx'
import { RenameTokenDialog } from './token-dialogs.tsx'
import { TokenMenu } from './token-menu.tsx'
import type { GeneratedToken } from './token-queries.ts'
import { isExpiringSoon, rotationOf } from './token-state.ts'

/** What decides who may change the token. */
function ownershipOf({ serviceAccount, createdBy }: AuthToken) {
  return { creatorUserId: createdBy.userId, isOfServiceAccount: serviceAccount !== null }
}

/** Whether the user may move the token to a service account. Moving another member's token needs the right to revoke it. */
function mayMoveToken(token: AuthToken, member: { role: WorkspaceRole; userId: string }): boolean {
  if (token.serviceAccount || !may(member.role, serviceAccountRights.manageServiceAccounts)) return false
  return mayChangeToken(ownershipOf(token), member, 'revokeToken')
}

interface TokenTableProps {
  workspace: Workspace
  userId: string
  tokens: readonly AuthToken[]
  now: Date
  /** The text that the user searched for. `tokens` contains only matches. */
  search: string
}

/** The names take the rest of the width and don't widen the table. */
const nameColumn = {
  id: 'name',
  header: 'Name',
  sortValue: ({ name }: AuthToken) => name,
  className: 'w-full max-w-0',
}

const created: TableColumn<AuthToken> = {
  id: 'created',
  header: 'Created',
  cell: ({ createdAt }) => <Timestamp date={createdAt} />,
  sortValue: ({ createdAt }) => new Date(createdAt),
  // Wide enough for "Today at 12:34:56 PM" in one line. Both tables have the same widths, so that their columns align.
  className: 'whitespace-nowrap desktop:min-w-42',
}

/** Below the date, when the old secret of a rotation ends, or how soon the token expires. */
function EndsSoon({ token, now }: { token: AuthToken; now: Date }) {
  const retiresAt = rotationOf(token, now)?.old[0]?.retiresAt
  if (retiresAt)
    return (
      <span className="text-sm text-warning-text">
        Old secret <Timestamp date={retiresAt} isRelative />
      </span>
    )
  if (!token.expiresAt || !isExpiringSoon(token, now)) return null
  return (
    <Pill tone="warning">
      <Timestamp date={token.expiresAt} isRelative hasTooltip={false} />
    </Pill>
  )
}

/** With `now`, marks tokens that end soon. */
const expiresColumn = (header: string, now?: Date): TableColumn<AuthToken> => ({
  id: 'expires',
  header,
  cell: (token) => (
    <span className="flex flex-col items-start gap-0.5">
      {token.expiresAt ? <Timestamp date={token.expiresAt} /> : <span>Never</span>}
      {now && <EndsSoon token={token} now={now} />}
    </span>
  ),
  sortValue: ({ expiresAt }) => expiresAt && new Date(expiresAt),
  className: 'whitespace-nowrap desktop:min-w-40',
})

function TokenSection({
  title,
  columns,
  tokens,
  search,
  emptyState,
}: Pick<TokenTableProps, 'tokens' | 'search'> & {
  title: string
  columns: readonly TableColumn<AuthToken>[]
  emptyState: ReactNode
}) {
  return (
    <TitledSection title={title} count={tokens.length} countLabel="token">
      <Table
        label={title}
        columns={columns}
        rows={tokens}
        rowKey={({ id }) => id}
        pageSize={rowsPerPage}
        pageKey={search}
        emptyState={search.trim() ? `No ${title.toLowerCase()} match your search.` : emptyState}
      />
    </TitledSection>
  )
}

/** The active tokens, with their actions. */
export function ActiveTokens({
  workspace,
  userId,
  tokens,
  now,
  onGenerated,
  search,
}: TokenTableProps & { onGenerated: (generated: GeneratedToken) => void }) {
  const [detailsOf, setDetailsOf] = useState<string>()
  const detailed = tokens.find(({ id }) => id === detailsOf)
  const [renamed, setRenamed] = useState<AuthToken>()
  const rowOf = useRowFailures()
  const user = { role: workspace.role, userId }
  const mayRevokeAll = may(workspace.role, tokenRights.revokeToken)
  const columns: TableColumn<AuthToken>[] = [
    {
      ...nameColumn,
      cell: (token) => (
        <TokenNameCell
          token={token}
          userId={userId}
          now={now}
          pill={<TokenPill token={token} now={now} onPress={() => setDetailsOf(token.id)} />}
        >
          <Failure {...rowOf(token.id).failure} className="mt-2 max-w-md" />
        </TokenNameCell>
      ),
    },
    created,
    expiresColumn('Expires', now),
    {
      id: 'actions',
      header: mayRevokeAll ? 'Revoke' : 'Actions',
      isHeaderHidden: !mayRevokeAll,
      cell: (token) => (
        <div className="flex items-center justify-end gap-1">
          {mayChangeToken(ownershipOf(token), user, 'renameToken') && (
            <IconButton
              icon="edit"
              label={`Rename ${token.name}`}
              size="xs"
              onPress={() => setRenamed(token)}
            />
          )}
          {mayChangeToken(ownershipOf(token), user, 'revokeToken') && (
            <TokenMenu
              workspaceId={workspace.id}
              token={token}
              now={now}
              canMove={mayMoveToken(token, user)}
              row={rowOf(token.id)}
              onDetails={() => setDetailsOf(token.id)}
              onGenerated={onGenerated}
            />
          )}
          {mayRevokeAll && <RevokeTokenButton workspaceId={workspace.id} token={token} />}
        </div>
      ),
      align: 'right',
      className: mayRevokeAll ? 'desktop:min-w-48' : 'w-20',
    },
  ]
  return (
    <>
      <TokenSection
        title="Active Tokens"
        columns={columns}
        tokens={tokens}
        search={search}
        emptyState={
          <EmptyState
            size="sm"
            scene="tokens"
            title="No active tokens"
            description="Generate one to let a script or pipeline access this workspace."
          />
        }
      />
      {detailed && (
        <TokenDetailsDialog
          workspaceId={workspace.id}
          token={detailed}
          canEnd={mayChangeToken(ownershipOf(detailed), user, 'revokeToken')}
          onClose={() => setDetailsOf(undefined)}
        />
      )}
      {renamed && (
        <RenameTokenDialog workspaceId={workspace.id} token={renamed} onClose={() => setRenamed(undefined)} />
      )}
    </>
  )
}

/** The expired and revoked tokens. */
export function InactiveTokens({ workspace, userId, tokens, now, search }: TokenTableProps) {
  const columns: TableColumn<AuthToken>[] = [
    {
      ...nameColumn,
      cell: (token) => (
        <TokenNameCell token={token} userId={userId} now={now} pill={<EndedPill token={token} />} />
      ),
    },
    created,
    expiresColumn('Expiration'),
  ]
  if (may(workspace.role, tokenRights.revokeToken)) {
    columns.push({
      id: 'revoked',
      header: 'Revoked',
      cell: ({ revokedAt }) =>
        revokedAt ? <Timestamp date={revokedAt} /> : <span className="text-content-subtle">Not revoked</span>,
      sortValue: ({ revokedAt }) => revokedAt && new Date(revokedAt),
      className: 'whitespace-nowrap desktop:min-w-48',
    })
  }
  return (
    <TokenSection
      title="Inactive Tokens"
      columns={columns}
      tokens={tokens}
      search={search}
      emptyState={
        <EmptyState
          size="sm"
          title="No inactive tokens"
          description="Tokens that expire or are revoked are listed here."
        />
      }
    />
  )
}
