import {
  type Activity,
  type ActivityAct,
  activity,
  activityActs,
  eventLabels,
} from '@portal/contract/activity/activity'
import { activityRights } from '@portal/contract/activity/activity-rights'
import { activitySearchMaxEvents, activitySearchMaxLength } from '@portal/contract/limits'
import { may } from '@portal/contract/members/roles'
import { truncateText } from '@portal/contract/text/truncate-text'
import { Table } from '@portal/ui/data/table'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { SearchBox } from '@portal/ui/fields/search-box'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ActSelect } from '../../lib/layout/act-select.tsx'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { WhenCell, WhoCell } from '../../lib/layout/log-cells.tsx'
import { NothingFound } from '../../lib/layout/nothing-found.tsx'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { ShowOlder } from '../../lib/layout/show-older.tsx'
import { useSearchText } from '../../lib/layout/use-search-text.ts'
import { rowsOf } from '../../lib/request/api-query.ts'
import { DownloadButton } from '../../lib/request/download-button.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { saveAsFile } from '../../lib/request/save-as-file.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { actorName, WhatCell } from './activity-cells.tsx'
import { type ActivityFilter, activityQuery } from './activity-queries.ts'
import { OwnerOnly } from './owner-only.tsx'
import { workspaceQuery } from './workspace-queries.ts'

/** Shows who did what, when and from where. Hovering shows the exact time. */
function ActivityTable({
  entries,
  nothingFound,
}: {
  entries: readonly Activity[]
  /** Shown if a search or filter finds nothing. */
  nothingFound: ReactNode
}) {
  return (
    <Table
      label="Activity"
      rows={entries}
      rowKey={({ id }) => id}
      emptyState={nothingFound || <EmptyState size="sm" scene="activity" title="No activity yet" />}
      columns={[
        { id: 'what', header: 'What', isRowHeader: true, cell: (entry) => <WhatCell entry={entry} /> },
        {
          id: 'who',
          header: 'Who',
          className: 'w-48 wide:w-64',
          cell: (entry) => (
            <WhoCell name={actorName(entry)} email={entry.actor.email} className="wide:max-w-60" />
          ),
        },
        {
          id: 'when',
          header: 'When',
          className: 'w-40 wide:w-52',
          cell: ({ at, ipAddress }) => <WhenCell at={at} ipAddress={ipAddress} className="wide:max-w-48" />,
        },
      ]}
    />
  )
}

/** The activity log of a workspace, visible only to its owner. See docs/product/workspaces.md#activity. */
export function ActivitySection({ workspaceId }: { workspaceId: string }) {
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  return may(workspace.role, activityRights.readActivity) ? (
    <ActivityLog workspaceId={workspaceId} />
  ) : (
    <OwnerOnly title="Only the owner can see the activity" />
  )
}

function ActivityLog({ workspaceId }: { workspaceId: string }) {
  const [act, setAct] = useState<ActivityAct>()
  const { search: typed, box, boxKey, clear } = useSearchText()
  const search = truncateText(typed.trim(), activitySearchMaxLength)
  const filter: ActivityFilter = { ...(act && { act }), ...(search && { search }) }
  const query = useInfiniteQuery(activityQuery(workspaceId, filter))
  // A request instead of a link, so that an error is shown next to the button and not on a separate page.
  const download = useApiMutation(activity.download, {
    onSuccess: (text) => saveAsFile({ name: `activity-${workspaceId}.csv`, type: 'text/csv', text }),
  })
  const save = () => download.mutate({ params: { workspaceId }, query: filter })

  return (
    <ShellSection
      intro={`See who changed what in this workspace, when, and from which IP address. Search and filter cover the latest ${activitySearchMaxEvents.toLocaleString('en')} events.`}
      actions={
        <DownloadButton onPress={save} requestStatus={download}>
          Download CSV
        </DownloadButton>
      }
    >
      <Failure error={download.error} retry={save} />
      <div className="-mb-3 flex flex-wrap gap-3">
        <SearchBox key={boxKey} {...box} placeholder="Search activity..." className="flex-1 basis-60" />
        <ActSelect
          acts={activityActs}
          labels={eventLabels}
          value={act}
          onChange={setAct}
          className="w-80 max-w-full"
        />
      </div>
      {query.data && (
        <ActivityTable
          entries={rowsOf(query.data)}
          nothingFound={
            (act || search) && (
              <NothingFound
                of="entries"
                search={search}
                onClearSearch={clear}
                onResetFilters={act && (() => setAct(undefined))}
              />
            )
          }
        />
      )}
      {query.isPending && <ListPending label="Loading activity..." lines={5} hasHeader />}
      <Failure error={query.error} retry={() => void query.refetch()} />
      <ShowOlder query={query} />
    </ShellSection>
  )
}
