import { unusedAfterDays } from '@portal/contract/access-review/access-review'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { Table, type TableColumn } from '@portal/ui/data/table'
import { ComboBox } from '@portal/ui/fields/combo-box'
import { SearchBox } from '@portal/ui/fields/search-box'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { serverNow } from '@portal/ui/lib/server-clock'
import { useState } from 'react'
import { coveredCell } from '../../lib/layout/covered-by-confirmation.ts'
import { NothingFound } from '../../lib/layout/nothing-found.tsx'
import { rowsPerPage } from '../../lib/layout/rows-per-page.ts'
import { useSearchText } from '../../lib/layout/use-search-text.ts'
import { useRowFailures } from '../../lib/request/use-api-mutation.ts'
import { type MemberDialog, MemberDialogs } from '../people/member-dialogs.tsx'
import { ExpiresCell, LastUsedCell, NameCell } from './access-review-cells.tsx'
import { ActorActions } from './actor-actions.tsx'
import {
  actorFilters,
  findActors,
  peopleOptions,
  personSummary,
  type ReviewRow,
  rowsOfPerson,
} from './actor-rules.ts'

const keyOf = ({ kind, id }: ReviewRow) => `${kind}:${id}`

interface ActorsTableProps {
  workspace: Workspace
  rows: readonly ReviewRow[]
  /** The user that the list is filtered to. Undefined for everyone. */
  personId: string | undefined
  onPersonChange: (personId: string | undefined) => void
}

/** What the review covers, with what the user can do about each row. */
export function ActorsTable({ workspace, rows, personId, onPersonChange }: ActorsTableProps) {
  const { search, box, boxKey, clear } = useSearchText()
  const [filterIds, setFilterIds] = useState<string[]>([])
  const [dialog, setDialog] = useKeptState<{ kind: MemberDialog; key: string } | undefined>(
    'access review dialog',
    undefined,
  )
  const member = rows.find((row) => keyOf(row) === dialog?.key)?.member
  const rowOf = useRowFailures()
  const now = serverNow()
  const people = peopleOptions(rows)
  // An address may name a user who has nothing to do with the workspace any longer.
  const person = people.find(({ value }) => value === personId)
  const rowsOfChosen = rowsOfPerson(rows, person?.value)
  const showEveryone = () => onPersonChange(undefined)
  const columns: TableColumn<ReviewRow>[] = [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      cell: (row) => <NameCell row={row} failure={rowOf(keyOf(row)).failure} />,
      sortValue: ({ name }) => name,
    },
    {
      id: 'used',
      header: 'Last used',
      cell: (row) => <LastUsedCell row={row} now={now} />,
      sortValue: ({ lastUsedAt }) => (lastUsedAt ? new Date(lastUsedAt) : undefined),
      className: 'desktop:w-40',
    },
    {
      id: 'expires',
      header: 'Expires',
      cell: (row) => <ExpiresCell row={row} now={now} />,
      sortValue: ({ expiresAt }) => (expiresAt ? new Date(expiresAt) : undefined),
      className: `whitespace-nowrap desktop:w-38 ${coveredCell}`,
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      cell: (row) => (
        <div className="flex items-center justify-end gap-2">
          <ActorActions
            workspace={workspace}
            actor={row}
            row={rowOf(keyOf(row))}
            onOpen={(kind) => setDialog({ kind, key: keyOf(row) })}
          />
        </div>
      ),
      align: 'right',
      className: 'desktop:w-60',
    },
  ]
  return (
    <div className="flex flex-col gap-3">
      <SearchBox
        key={boxKey}
        {...box}
        placeholder="Search by name, email or service account..."
        filters={actorFilters(rowsOfChosen, now)}
        activeFilterIds={filterIds}
        onActiveFilterIdsChange={setFilterIds}
        onResetFilters={person && showEveryone}
        hasOpenFilters
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ComboBox
          label="Person"
          isLabelHidden
          size="sm"
          placeholder="Filter by person..."
          emptyText="No person found"
          options={people}
          value={person?.value ?? null}
          onChange={(id) => onPersonChange(id ?? undefined)}
          className="w-64"
        />
        {person && (
          <Button
            icon="x"
            size="sm"
            onPress={({ target }) => {
              showEveryone()
              // The pressed button disappears.
              target.closest('main')?.querySelector<HTMLElement>('search input')?.focus()
            }}
          >
            Show everyone
          </Button>
        )}
        <p className="flex-1 basis-80 text-content-muted text-sm text-pretty">
          {person
            ? personSummary(rows, person.value)
            : `Unused means not used for ${unusedAfterDays} days. A member is unused if they haven't opened the workspace for ${unusedAfterDays} days.`}
        </p>
      </div>
      <Table
        label="Access review"
        columns={columns}
        rows={findActors(rowsOfChosen, { search, filterIds, now })}
        rowKey={keyOf}
        pageSize={rowsPerPage}
        pageKey={`${filterIds.join(' ')}:${person?.value ?? ''}:${search}`}
        emptyState={
          <NothingFound
            of="entries"
            search={search.trim()}
            onClearSearch={clear}
            onResetFilters={
              filterIds.length > 0 || person
                ? () => {
                    setFilterIds([])
                    showEveryone()
                  }
                : undefined
            }
          />
        }
      />
      {dialog && member && (
        <MemberDialogs
          kind={dialog.kind}
          workspace={workspace}
          member={member}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  )
}
