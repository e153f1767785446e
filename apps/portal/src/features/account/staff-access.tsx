import { lookUpShownAfterDays } from '@portal/contract/limits'
import type { StaffAccess as Access } from '@portal/contract/staff/records'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useUser } from '../../lib/guard/session.ts'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { ShowOlder } from '../../lib/layout/show-older.tsx'
import { LoadFailure } from '../../lib/request/load-failure.tsx'
import { rowsOf } from '../../lib/request/row-pages.ts'
import { staffAccessLabels } from './staff-access-labels.ts'
import { staffAccessQuery } from './staff-access-query.ts'

function AccessRow({ access: { act, at, reason } }: { access: Access }) {
  const isLook = act.startsWith('looked-up.')
  return (
    <li className="flex items-start gap-3.5 px-5 py-3.5">
      <Icon name={isLook ? 'eye' : 'shield'} size="md" className="mt-0.5 shrink-0 text-content-subtle" />
      <div className="min-w-0 grow">
        <p>{staffAccessLabels[act]}</p>
        {reason && <p className="text-content-muted text-sm wrap-anywhere">{reason}</p>}
      </div>
      <Timestamp date={at} className="shrink-0 text-content-muted text-sm" />
    </li>
  )
}

/** What staff did and viewed, as a section of the user's account. See docs/product/staff.md#records. */
export function StaffAccess() {
  const { id: userId } = useUser()
  const query = useInfiniteQuery(staffAccessQuery(userId))
  const list = query.data && rowsOf(query.data)
  return (
    <ShellSection
      intro={`Actions our staff took on your account appear immediately. Visits appear after ${lookUpShownAfterDays} days.`}
    >
      {query.isPending && <ListPending label="Loading staff access..." lines={2} />}
      {query.isError && <LoadFailure error={query.error} onRetry={() => void query.refetch()} />}
      {list?.length === 0 && (
        <div className="rounded-lg border border-line bg-surface-raised">
          <EmptyState size="sm" scene="locked" title="No staff access yet" />
        </div>
      )}
      {list && list.length > 0 && (
        <ul
          aria-label="Staff access"
          className="divide-y divide-line rounded-lg border border-line bg-surface-raised shadow-raised"
        >
          {list.map((access) => (
            <AccessRow key={access.id} access={access} />
          ))}
        </ul>
      )}
      <ShowOlder query={query} />
    </ShellSection>
  )
}
