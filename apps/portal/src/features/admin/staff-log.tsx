import { emailMaxLength } from '@portal/contract/limits'
import type { StaffAct } from '@portal/contract/staff'
import { SearchBox } from '@portal/ui/search-box'
import { Select } from '@portal/ui/select'
import { Toggle } from '@portal/ui/toggle'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '../../lib/session.ts'
import { AdminError } from './admin-error.tsx'
import { ListPending } from './admin-section.tsx'
import { PageButtons } from './page-buttons.tsx'
import { usePager } from './row-pages.ts'
import { everyAct, staffActOptions } from './staff-labels.ts'
import { type StaffLogFilter, staffLogQuery } from './staff-log-query.ts'
import { StaffLogTable } from './staff-log-table.tsx'
import { useStaffStanding } from './staff-standing.ts'

/** The rows of a filter; another filter begins at its first page. */
function Records({ filter, isFiltered }: { filter: StaffLogFilter; isFiltered: boolean }) {
  const { isConfirmed, refusal } = useStaffStanding()
  const query = useInfiniteQuery({ ...staffLogQuery(filter), enabled: isConfirmed })
  const pager = usePager(query)
  return (
    <>
      {query.isPending && !refusal && <ListPending label="Loading the staff activity..." />}
      <AdminError error={query.error} onRetry={() => void query.refetch()} />
      {query.data && <StaffLogTable records={pager.rows} isFiltered={isFiltered} />}
      <PageButtons pager={pager} of="the staff activity" />
    </>
  )
}

/** The log of staff, which nobody can change (RULES section 4): all of it, or what is about one person or workspace. */
export function StaffLog({
  about = {},
}: {
  about?: Pick<StaffLogFilter, 'aboutUserId' | 'aboutWorkspaceId'>
}) {
  const { id: ownId } = useUser()
  const [act, setAct] = useState<StaffAct>()
  const [search, setSearch] = useState('')
  const [isOwnOnly, setIsOwnOnly] = useState(false)
  const filter: StaffLogFilter = {
    ...about,
    ...(act && { act }),
    ...(search && { search }),
    ...(isOwnOnly && { staffUserId: ownId }),
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <SearchBox
          placeholder="Search by the beginning of an email..."
          onSearch={(text) => setSearch(text.trim().slice(0, emailMaxLength))}
          className="flex-1 basis-60"
        />
        <Select
          label="Act"
          isLabelHidden
          options={staffActOptions}
          value={act ?? everyAct}
          onChange={(value) => setAct(value === null || value === everyAct ? undefined : value)}
          className="w-72"
        />
        <Toggle size="sm" isSelected={isOwnOnly} onChange={setIsOwnOnly}>
          Only mine
        </Toggle>
      </div>
      <Records
        key={JSON.stringify(filter)}
        filter={filter}
        isFiltered={act !== undefined || search !== '' || isOwnOnly}
      />
    </div>
  )
}
