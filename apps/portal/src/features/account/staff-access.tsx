import { lookUpShownAfterDays } from '@portal/contract/limits'
import {
  type StaffAccess as Access,
  type StaffAct,
  staffRecords,
} from '@portal/contract/staff/records/records'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useUser } from '../../lib/guard/session.ts'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { ShowOlder } from '../../lib/layout/show-older.tsx'
import { apiPages, rowsOf } from '../../lib/request/api-query.ts'
import { Failure } from '../../lib/request/failure.tsx'

const pageSize = 10

/** Pages of staff access, newest first. */
export const staffAccessQuery = (userId: string) =>
  apiPages({
    call: staffRecords.listAccess,
    input: { params: { userId }, query: {} },
    pageSize,
    toRows: (entries) => entries,
    cursorOf: ({ id }) => id,
  })

/** The labels of staff actions, as shown to the affected user. The type makes a missing label a compile error. */
export const staffAccessLabels: Record<StaffAct, string> = {
  'person.quarantined': 'Your account was quarantined',
  'person.unquarantined': 'The quarantine on your account was lifted',
  'person.suspended': 'Your account was paused',
  'person.unsuspended': 'The pause on your account was lifted',
  'person.restored': 'Your account was restored',
  'person.sessions-ended': 'Your sessions were ended',
  'person.tokens-revoked': 'Your API tokens were revoked',
  'person.join-undone': 'Your account was given back',
  'workspace.provisioned': 'A production workspace was created for you',
  'workspace.quarantined': 'One of your workspaces was quarantined',
  'workspace.unquarantined': 'The quarantine on one of your workspaces was lifted',
  'record.withheld': 'A visit to your account was withheld from this list',
  'looked-up.person': 'Your account was viewed',
  'looked-up.people-of-address': 'Your account was looked up by its email address',
  'looked-up.workspace': 'One of your workspaces was viewed',
  'looked-up.workspace-owner': 'You were looked up as the owner of a workspace',
  'looked-up.search': 'Your account appeared in a search',
  'looked-up.signup-report': 'Your account was included in a signup report',
  'looked-up.paused-accounts': 'Your account was shown in a list of paused accounts',
  'looked-up.quarantined-workspaces': 'One of your workspaces was shown in a list of quarantined workspaces',
  'looked-up.staff-log': 'Your account was shown in the staff log',
}

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
      {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
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
