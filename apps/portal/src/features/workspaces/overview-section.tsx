import { accessReviewRights } from '@portal/contract/access-review/access-review-rights'
import type { Activity } from '@portal/contract/activity/activity'
import { activityRights } from '@portal/contract/activity/activity-rights'
import { may } from '@portal/contract/members/roles'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { TextLink } from '@portal/ui/text/text-link'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useUser } from '../../lib/guard/session.ts'
import { useVerifiedQuery } from '../../lib/guard/use-verified-query.ts'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { useRecoveredFocus } from '../../lib/layout/use-recovered-focus.ts'
import { rowsOf } from '../../lib/request/api-query.ts'
import { actorName, WhatCell } from './activity-cells.tsx'
import { activityQuery } from './activity-queries.ts'
import { ActorCounts } from './actor-counts.tsx'
import { AttentionList } from './attention-list.tsx'
import { attentionQuery } from './attention-queries.ts'
import { AllClear, OverviewPart, Panel } from './overview-part.tsx'
import { ExpiresNext } from './upcoming-list.tsx'
import { workspaceQuery } from './workspace-queries.ts'

const activityShown = 5

function NeedsAttention({ workspace: { id: workspaceId, quarantinedAt } }: { workspace: Workspace }) {
  const query = useVerifiedQuery(attentionQuery)
  const items = query.data?.filter((item) => item.workspaceId === workspaceId) ?? []
  const recovered = useRecoveredFocus(items.length)
  return (
    <TitledSection title="Needs attention" count={items.length} countLabel="thing">
      <div {...recovered}>
        <OverviewPart queries={[query]} label="Loading what needs attention...">
          {items.length > 0 ? (
            <AttentionList items={items} />
          ) : (
            <AllClear>
              {quarantinedAt ? 'Nothing else needs your attention.' : 'Nothing needs your attention.'}
            </AllClear>
          )}
        </OverviewPart>
      </div>
    </TitledSection>
  )
}

function ActivityRow({ entry }: { entry: Activity }) {
  return (
    <li className="flex items-start justify-between gap-4 px-4 py-2.5">
      <WhatCell entry={entry} />
      <span className="min-w-0 text-right text-content-muted text-sm">
        <bdi className="block truncate">{actorName(entry)}</bdi>
        <Timestamp date={entry.at} isRelative />
      </span>
    </li>
  )
}

function LatestActivity({ workspaceId }: { workspaceId: string }) {
  const query = useInfiniteQuery(activityQuery(workspaceId, {}))
  const entries = query.data ? rowsOf(query.data).slice(0, activityShown) : []
  return (
    <TitledSection
      title="Latest activity"
      actions={
        <TextLink href={`/workspace/${workspaceId}/activity`} look="quiet">
          Show all activity
        </TextLink>
      }
    >
      <OverviewPart queries={[query]} label="Loading the latest activity...">
        {entries.length > 0 ? (
          <Panel>
            <ul aria-label="Latest activity" className="divide-y divide-line">
              {entries.map((entry) => (
                <ActivityRow key={entry.id} entry={entry} />
              ))}
            </ul>
          </Panel>
        ) : (
          <p className="text-content-muted">No activity yet.</p>
        )}
      </OverviewPart>
    </TitledSection>
  )
}

/** Who acts in a workspace, what needs attention and what happened last. See docs/product/workspaces.md#overview. */
export function OverviewSection({ workspaceId }: { workspaceId: string }) {
  const { id: userId } = useUser()
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 desktop:grid-cols-[minmax(0,1fr)_17rem]">
      <div className="flex min-w-0 flex-col gap-8">
        <NeedsAttention workspace={workspace} />
        <ExpiresNext workspace={workspace} userId={userId} />
        {may(workspace.role, activityRights.readActivity) && <LatestActivity workspaceId={workspaceId} />}
      </div>
      <TitledSection title="Who can act here">
        <ActorCounts workspace={workspace} />
        {may(workspace.role, accessReviewRights.reviewAccess) && (
          <LinkButton href={`/workspace/${workspaceId}/access-review`} size="sm" icon="shield-check">
            Review access
          </LinkButton>
        )}
      </TitledSection>
    </div>
  )
}
