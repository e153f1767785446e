import { type ActivityAct, activityActs } from '@portal/contract/activity'
import { activitySearchMaxLength } from '@portal/contract/limits'
import { may } from '@portal/contract/permissions'
import { truncateText } from '@portal/contract/truncate-text'
import { Button } from '@portal/ui/buttons/button'
import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { SearchBox } from '@portal/ui/fields/search-box'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActSelect } from '../../lib/layout/act-select.tsx'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { ShowOlder } from '../../lib/layout/show-older.tsx'
import { errorTexts } from '../../lib/request/error-messages.ts'
import { LoadFailure } from '../../lib/request/load-failure.tsx'
import { rowsOf } from '../../lib/request/row-pages.ts'
import { OwnerOnly } from '../workspaces/shared/owner-only.tsx'
import { workspaceQuery } from '../workspaces/workspace-queries.ts'
import { actLabels } from './activity-labels.ts'
import { type ActivityFilter, activityQuery } from './activity-queries.ts'
import { ActivityTable } from './activity-table.tsx'
import { useActivityDownload } from './use-activity-download.ts'

/** The activity log of a workspace, visible only to its owner. See docs/product/workspaces.md#activity. */
export function ActivitySection({ workspaceId }: { workspaceId: string }) {
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  return may(workspace.role, 'readActivity') ? (
    <ActivityLog workspaceId={workspaceId} />
  ) : (
    <OwnerOnly title="Only the owner can see the activity" />
  )
}

function ActivityLog({ workspaceId }: { workspaceId: string }) {
  const [act, setAct] = useState<ActivityAct>()
  const [search, setSearch] = useState('')
  const filter: ActivityFilter = { ...(act && { act }), ...(search && { search }) }
  const query = useInfiniteQuery(activityQuery(workspaceId, filter))
  const download = useActivityDownload(workspaceId, filter)

  return (
    <ShellSection
      intro="See who changed what in this workspace, when, and from which IP address."
      actions={
        <Button
          icon="download"
          size="sm"
          onPress={download.save}
          requestStatus={download.status}
          loadingText="Collecting..."
          successText="Downloaded"
        >
          Download CSV
        </Button>
      }
    >
      {download.error && <ErrorMessage {...errorTexts(download.error)} onRetry={download.save} />}
      <div className="flex flex-wrap gap-3">
        <SearchBox
          placeholder="Search activity..."
          onSearch={(text) => setSearch(truncateText(text.trim(), activitySearchMaxLength))}
          className="flex-1 basis-60"
        />
        <ActSelect acts={activityActs} labels={actLabels} value={act} onChange={setAct} className="w-60" />
      </div>
      {query.data && <ActivityTable entries={rowsOf(query.data)} isFiltered={Boolean(act ?? search)} />}
      {query.isPending && <ListPending label="Loading activity..." lines={5} />}
      {query.isError && <LoadFailure error={query.error} onRetry={() => void query.refetch()} />}
      <ShowOlder query={query} />
    </ShellSection>
  )
}
