import { emailMaxLength } from '@portal/contract/limits'
import { type StaffAct, staffActs } from '@portal/contract/staff/records/records'
import { truncateText } from '@portal/contract/text/truncate-text'
import { SearchBox } from '@portal/ui/fields/search-box'
import { Toggle } from '@portal/ui/fields/toggle'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '../../lib/guard/session.ts'
import { ActSelect } from '../../lib/layout/act-select.tsx'
import { NothingFound } from '../../lib/layout/nothing-found.tsx'
import { useSearchText } from '../../lib/layout/use-search-text.ts'
import { PagedList } from './paged-list.tsx'
import { useStaffCheck } from './staff-check.tsx'
import { type StaffLogFilter, staffLogQuery } from './staff-log-query.ts'
import { StaffLogTable } from './staff-log-table.tsx'
import { staffActLabels } from './staff-texts.ts'

/** The staff log, in full or about one user or workspace: docs/product/staff.md#records. */
export function StaffLog({
  about = {},
}: {
  about?: Pick<StaffLogFilter, 'aboutUserId' | 'aboutWorkspaceId'>
}) {
  const { id: ownId } = useUser()
  const { isConfirmed } = useStaffCheck()
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
