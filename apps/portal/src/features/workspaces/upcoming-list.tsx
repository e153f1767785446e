import { may } from '@portal/contract/members/roles'
import { tokenRights } from '@portal/contract/tokens/token-rights'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { serverNow } from '@portal/ui/lib/server-clock'
import { Icon } from '@portal/ui/text/icon'
import { TextLink } from '@portal/ui/text/text-link'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useVerifiedQuery } from '../../lib/guard/use-verified-query.ts'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { serviceAccountsQuery } from '../credentials/service-account-queries.ts'
import { tokensQuery } from '../credentials/token-queries.ts'
import { membersQuery } from '../people/member-queries.ts'
import { attentionQuery } from './attention-queries.ts'
import { AllClear, OverviewPart, Panel } from './overview-part.tsx'
import { findUpcoming, type Upcoming, upcomingDays } from './upcoming-rules.ts'

const upcomingShown = 6

const texts = {
  token: { icon: 'key', subject: 'API token', verb: 'expires', page: 'tokens' },
  oldSecret: { icon: 'refresh', subject: 'Old secret of', verb: 'stops working', page: 'tokens' },
  invitation: { icon: 'mail', subject: 'Invitation to', verb: 'expires', page: 'members' },
} as const

function UpcomingRow({ workspaceId, item }: { workspaceId: string; item: Upcoming }) {
  const { icon, subject, verb, page } = texts[item.kind]
  return (
    <li className="flex items-start justify-between gap-4 px-4 py-2.5">
      <span className="flex min-w-0 items-start gap-2.5">
        <Icon name={icon} size="sm" className="mt-0.5 shrink-0 text-content-subtle" />
        <span className="wrap-anywhere">
          {subject}{' '}
          <TextLink href={`/workspace/${workspaceId}/${page}?find=${encodeURIComponent(item.name)}`}>
            <bdi>{item.name}</bdi>
          </TextLink>
        </span>
      </span>
      <span className="shrink-0 text-content-muted text-sm">
        {verb} <Timestamp date={item.at} isRelative />
      </span>
    </li>
  )
}

function nothingText(role: Workspace['role'], hasAttention: boolean): string {
  const subject = may(role, tokenRights.revokeToken) ? '' : ' that you manage'
  return `Nothing${hasAttention ? ' else' : ''}${subject} expires within ${upcomingDays} days.`
}

/** What expires next and doesn't need attention yet: tokens, old secrets and invitations. */
export function ExpiresNext({ workspace, userId }: { workspace: Workspace; userId: string }) {
  const tokens = useVerifiedQuery(tokensQuery(workspace.id))
  const accounts = useVerifiedQuery(serviceAccountsQuery(workspace.id))
  const members = useVerifiedQuery(membersQuery(workspace.id))
  const { data: items = [] } = useVerifiedQuery(attentionQuery)
  const attention = items.filter(({ workspaceId }) => workspaceId === workspace.id)
  const upcoming = findUpcoming({
    role: workspace.role,
    userId,
    tokens: tokens.data?.authTokens ?? [],
    serviceAccounts: accounts.data?.serviceAccounts ?? [],
    members: members.data ?? [],
    attention,
    now: serverNow(),
  })
  return (
    <TitledSection title="Expires next">
      <OverviewPart queries={[tokens, accounts, members]} label="Loading what expires next...">
        {upcoming.length > 0 ? (
          <Panel>
            <ul aria-label="Expires next" className="divide-y divide-line">
              {upcoming.slice(0, upcomingShown).map((item) => (
                <UpcomingRow key={`${item.kind} ${item.id}`} workspaceId={workspace.id} item={item} />
              ))}
            </ul>
          </Panel>
        ) : (
          <AllClear>{nothingText(workspace.role, attention.length > 0)}</AllClear>
        )}
      </OverviewPart>
    </TitledSection>
  )
}
