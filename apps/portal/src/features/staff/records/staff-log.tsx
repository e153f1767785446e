import { emailMaxLength } from '@portal/contract/limits'
import { type StaffAct, staffActs, staffRecords } from '@portal/contract/staff/records/records'
import { truncateText } from '@portal/contract/text/truncate-text'
import { SearchBox } from '@portal/ui/fields/search-box'
import { Toggle } from '@portal/ui/fields/toggle'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '../../../lib/guard/session.ts'
import { ActSelect } from '../../../lib/layout/act-select.tsx'
import { NothingFound } from '../../../lib/layout/nothing-found.tsx'
import { rowsPerPage } from '../../../lib/layout/rows-per-page.ts'
import { useSearchText } from '../../../lib/layout/use-search-text.ts'
import { apiPages } from '../../../lib/request/api-query.ts'
import { PagedList } from '../paged-list.tsx'
import { staffActLabels } from '../staff-labels.ts'
import { useStaffStanding } from '../staff-standing.ts'
import { StaffLogTable } from './staff-log-table.tsx'

interface StaffLogFilter {
  act?: StaffAct
  staffUserId?: string
  aboutUserId?: string
  aboutWorkspaceId?: string
  /** The start of the email of the staff member or of the user concerned. Never empty. */
  search?: string
}

/** The look-ups and actions of staff, newest first. The API records a read once an hour. */
function staffLogQuery(filter: StaffLogFilter) {
  return {
    ...apiPages({
      call: staffRecords.list,
      input: { query: { ...filter } },
      keyParts: Object.entries(filter).map(String),
      pageSize: rowsPerPage,
      toRows: (entries) => entries,
      cursorOf: ({ id }) => id,
    }),
    // Shows the current rows while the next ones load.
    placeholderData: keepPreviousData,
  }
}

/** The staff log, in full or about one user or workspace: docs/product/staff.md#records. */
export function StaffLog({
  about = {},
}: {
  about?: Pick<StaffLogFilter, 'aboutUserId' | 'aboutWorkspaceId'>
}) {
  const { id: ownId } = useUser()
  const { isConfirmed } = useStaffStanding()
  const [act, setAct] = useState<StaffAct>()
  const { search: typed, box, boxKey, clear } = useSearchText()
  const search = truncateText(typed.trim(), emailMaxLength)
  const [isOwnOnly, setIsOwnOnly] = useState(false)
  const filter: StaffLogFilter = {
    ...about,
    ...(act && { act }),
    ...(search && { search }),
    ...(isOwnOnly && { staffUserId: ownId }),
  }
  const hasFilters = act !== undefined || isOwnOnly
  function resetFilters() {
    setAct(undefined)
    setIsOwnOnly(false)
  }
  const query = useInfiniteQuery({ ...staffLogQuery(filter), enabled: isConfirmed })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <SearchBox
          key={boxKey}
          {...box}
          placeholder="Search by the start of an email..."
          className="flex-1 basis-60"
        />
        <ActSelect acts={staffActs} labels={staffActLabels} value={act} onChange={setAct} className="w-72" />
        <Toggle size="sm" isSelected={isOwnOnly} onChange={setIsOwnOnly}>
          Only mine
        </Toggle>
      </div>
      <PagedList query={query} of="the staff activity" listName={JSON.stringify(filter)}>
        {(records) => (
          <StaffLogTable
            records={records}
            nothingFound={
              (search || hasFilters) && (
                <NothingFound
                  of="entries"
                  search={search}
                  onClearSearch={clear}
                  onResetFilters={hasFilters ? resetFilters : undefined}
                />
              )
            }
          />
        )}
      </PagedList>
    </div>
  )
}
