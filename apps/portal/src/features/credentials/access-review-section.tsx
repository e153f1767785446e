import {
  type Actor,
  type ActorKind,
  type ActorState,
  accessReview,
  accessReviewRights,
} from '@portal/contract/access-review/access-review'
import { may, roleLabels } from '@portal/contract/members/roles'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { Pill } from '@portal/ui/data/pill'
import { Table, type TableColumn } from '@portal/ui/data/table'
import { SearchBox } from '@portal/ui/fields/search-box'
import type { BaseIconName } from '@portal/ui/lib/icon-set'
import { serverNow } from '@portal/ui/lib/server-clock'
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '../../lib/guard/session.ts'
import { coveredCell } from '../../lib/layout/covered-by-confirmation.ts'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { WhenCell } from '../../lib/layout/log-cells.tsx'
import { NothingFound } from '../../lib/layout/nothing-found.tsx'
import { rowsPerPage } from '../../lib/layout/rows-per-page.ts'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { useSearchText } from '../../lib/layout/use-search-text.ts'
import { Failure, type ShownFailure } from '../../lib/request/failure.tsx'
import { saveAsFile } from '../../lib/request/save-as-file.ts'
import { useApiMutation, useRowFailures } from '../../lib/request/use-api-mutation.ts'
import { OwnerOnly } from '../workspaces/owner-only.tsx'
import { workspaceQuery } from '../workspaces/workspace-queries.ts'
import { accessReviewQuery } from './access-review-queries.ts'
import { ActorActions } from './actor-actions.tsx'
import { actorFilters, findActors, isExpiring, isUnused, mayChange } from './actor-rules.ts'

/** Everything that can act in a workspace, for owners and approvers. See docs/product/access-review.md#page. */
export function AccessReviewSection({ workspaceId }: { workspaceId: string }) {
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  return may(workspace.role, accessReviewRights.reviewAccess) ? (
    <AccessReview workspace={workspace} />
  ) : (
    <OwnerOnly title="Only owners and approvers can review access" />
  )
}

function AccessReview({ workspace }: { workspace: Workspace }) {
  const workspaceId = workspace.id
  const query = useQuery(accessReviewQuery(workspaceId))
  const download = useApiMutation(accessReview.download, {
    onSuccess: (text) => saveAsFile({ name: `access-review-${workspaceId}.csv`, type: 'text/csv', text }),
  })
  const save = () => download.mutate({ params: { workspaceId } })

  return (
    <ShellSection
      intro="See everything that can act in this workspace, and when it was last used. Remove anything you no longer need."
      actions={
        <Button
          icon="download"
          size="sm"
          onPress={save}
          requestStatus={download}
          loadingText="Collecting..."
          successText="Downloaded"
        >
          Download CSV
        </Button>
      }
    >
      <Failure error={download.error} retry={save} />
      {query.data && <ActorsTable workspace={workspace} actors={query.data.actors} />}
      {query.isPending && <ListPending label="Loading the access review..." lines={5} hasHeader />}
      {!query.data && <Failure error={query.error} retry={() => void query.refetch()} />}
    </ShellSection>
  )
}

const keyOf = ({ kind, id }: Actor) => `${kind}:${id}`

function ActorsTable({ workspace, actors }: { workspace: Workspace; actors: readonly Actor[] }) {
  const { id: userId } = useUser()
  const { search, box, boxKey, clear } = useSearchText()
  const [filterIds, setFilterIds] = useState<string[]>([])
  const rowOf = useRowFailures()
  const now = serverNow()
  const columns: TableColumn<Actor>[] = [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      cell: (actor) => <NameCell actor={actor} failure={rowOf(keyOf(actor)).failure} />,
      sortValue: ({ name }) => name,
    },
    {
      id: 'used',
      header: 'Last used',
      cell: (actor) => <LastUsedCell actor={actor} now={now} />,
      sortValue: ({ lastUsedAt }) => (lastUsedAt ? new Date(lastUsedAt) : undefined),
      className: 'desktop:w-44',
    },
    {
      id: 'expires',
      header: 'Expires',
      cell: (actor) => <ExpiresCell actor={actor} now={now} />,
      sortValue: ({ expiresAt }) => (expiresAt ? new Date(expiresAt) : undefined),
      className: `whitespace-nowrap desktop:w-38 ${coveredCell}`,
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      cell: (actor) =>
        mayChange(actor, { role: workspace.role, userId }) && (
          <div className="flex items-center justify-end gap-2">
            <ActorActions workspaceId={workspace.id} actor={actor} row={rowOf(keyOf(actor))} />
          </div>
        ),
      align: 'right',
      className: 'desktop:w-48',
    },
  ]
  return (
    <div className="flex flex-col gap-3">
      <SearchBox
        key={boxKey}
        {...box}
        placeholder="Search by name, email or service account..."
        filters={actorFilters(actors, now)}
        activeFilterIds={filterIds}
        onActiveFilterIdsChange={setFilterIds}
        hasOpenFilters
      />
      <Table
        label="Access review"
        columns={columns}
        rows={findActors(actors, { search, filterIds, now })}
        rowKey={keyOf}
        pageSize={rowsPerPage}
        pageKey={`${filterIds.join(' ')}:${search}`}
        emptyState={
          <NothingFound
            of="entries"
            search={search.trim()}
            onClearSearch={clear}
            onResetFilters={filterIds.length > 0 ? () => setFilterIds([]) : undefined}
          />
        }
      />
    </div>
  )
}

const icons: Record<ActorKind, BaseIconName> = {
  member: 'user',
  serviceAccount: 'terminal',
  token: 'key',
  trustRule: 'shield-check',
}

const stateLabels: Record<Exclude<ActorState, 'active'>, string> = {
  paused: 'Paused',
  disabled: 'Disabled',
  learning: 'Learning',
}

/** What the actor is, and for whom it acts. */
function description({ kind, name, email, role, permission, serviceAccount }: Actor): string {
  if (kind === 'serviceAccount') return 'Service account'
  if (kind === 'trustRule') return `Trust rule of ${serviceAccount?.name}`
  if (kind === 'token') {
    const token = `API token of ${serviceAccount?.name ?? (email || 'a deleted user')}`
    return permission === 'manage' ? `${token}, can manage the workspace` : token
  }
  return [role && roleLabels[role], email === name ? undefined : email].filter(Boolean).join(', ')
}

/** The failure is shown here because the other columns are too narrow. */
function NameCell({ actor, failure }: { actor: Actor; failure: ShownFailure | undefined }) {
  const { kind, name, state } = actor
  return (
    <div className="flex min-w-36 items-start gap-2.5">
      <Icon name={icons[kind]} size="sm" className="mt-1 shrink-0 text-content-subtle" />
      <div className="min-w-0">
        <div className="leading-6 wrap-anywhere">
          <bdi className="mr-2 font-medium">{name}</bdi>
          {state !== 'active' && (
            <Pill tone="warning" className="align-middle">
              {stateLabels[state]}
            </Pill>
          )}
        </div>
        <p className="text-content-muted text-sm wrap-anywhere">{description(actor)}</p>
        {failure && <Failure {...failure} className="mt-2 max-w-md" />}
      </div>
    </div>
  )
}

function LastUsedCell({ actor, now }: { actor: Actor; now: Date }) {
  const { lastUsedAt, lastUsedIp } = actor
  return (
    <div className="flex flex-col items-start gap-0.5">
      {lastUsedAt ? (
        <WhenCell at={lastUsedAt} ipAddress={lastUsedIp} />
      ) : (
        <span className="text-content-muted">Never</span>
      )}
      {isUnused(actor, now) && <Pill tone="warning">Unused for 90 days</Pill>}
    </div>
  )
}

function ExpiresCell({ actor, now }: { actor: Actor; now: Date }) {
  if (actor.expiresAt === null) return null
  return (
    <div className="flex flex-col items-start gap-0.5">
      <Timestamp date={actor.expiresAt} />
      {isExpiring(actor, now) && (
        <Pill tone="warning">
          <Timestamp date={actor.expiresAt} isRelative hasTooltip={false} />
        </Pill>
      )}
    </div>
  )
}
