import type { ActorState } from '@portal/contract/access-review/access-review'
import { accessReviewRights } from '@portal/contract/access-review/access-review-rights'
import type { Member } from '@portal/contract/members/members'
import { may, workspaceRoles } from '@portal/contract/members/roles'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { focusRingInset } from '@portal/ui/lib/focus-ring'
import { formatCount, formatCountOf } from '@portal/ui/lib/format-count'
import { serverNow } from '@portal/ui/lib/server-clock'
import { Icon, type IconProps } from '@portal/ui/text/icon'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useVerifiedQuery } from '../../lib/guard/use-verified-query.ts'
import { accessReviewQuery } from '../credentials/access-review-queries.ts'
import { serviceAccountsQuery } from '../credentials/service-account-queries.ts'
import { tokensQuery } from '../credentials/token-queries.ts'
import { pauseEnd, splitTokens } from '../credentials/token-state.ts'
import { membersQuery } from '../people/member-queries.ts'
import { OverviewPart, Panel } from './overview-part.tsx'
import { roleOnCard } from './workspace-labels.ts'

interface CountRowProps {
  section: 'members' | 'service-accounts' | 'tokens' | 'access-review'
  workspaceId: string
  icon: IconProps['name']
  text: string
  /** A line below, omitted if empty. */
  detail: string
}

function CountRow({ section, workspaceId, icon, text, detail }: CountRowProps) {
  return (
    <li>
      <Link
        to={`/workspace/$workspaceId/${section}`}
        params={{ workspaceId }}
        className={`${focusRingInset} flex items-start gap-2.5 px-4 py-2.5 text-content no-underline transition-colors hover:bg-surface-hover`}
      >
        <Icon name={icon} size="sm" className="mt-0.5 shrink-0 text-content-subtle" />
        <span className="min-w-0">
          <span className="block font-medium">{text}</span>
          {detail && <span className="block text-content-muted text-sm">{detail}</span>}
        </span>
      </Link>
    </li>
  )
}

/** "1 owner, 2 approvers". */
const rolesText = (members: readonly Member[]) =>
  workspaceRoles
    .map((role) => ({ role, count: members.filter((member) => member.role === role).length }))
    .filter(({ count }) => count > 0)
    .map(({ role, count }) => formatCountOf(count, roleOnCard(role)))
    .join(', ')

/** "4 of service accounts, 1 paused". Leaves out what there is none of. */
const detailText = (...parts: [count: number, what: string][]) =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${formatCount(count)} ${what}`)
    .join(', ')

/**
 * How many members, service accounts and tokens can act in a workspace, each with a link to their list. Trust rules are counted for
 * members who may review access, because the other calls don't list those of the whole workspace.
 */
export function ActorCounts({ workspace: { id: workspaceId, role } }: { workspace: Workspace }) {
  const membersRead = useVerifiedQuery(membersQuery(workspaceId))
  const accountsRead = useVerifiedQuery(serviceAccountsQuery(workspaceId))
  const tokensRead = useVerifiedQuery(tokensQuery(workspaceId))
  const reviewRead = useQuery({
    ...accessReviewQuery(workspaceId),
    enabled: may(role, accessReviewRights.reviewAccess),
  })
  const members = (membersRead.data ?? []).filter(({ status }) => status === 'active')
  const accounts = accountsRead.data?.serviceAccounts ?? []
  const disabledCount = accounts.filter(({ disabledAt }) => disabledAt !== null).length
  const now = serverNow()
  const tokens = splitTokens(tokensRead.data?.authTokens ?? [], now).active
  const pausedCount = tokens.filter((token) => pauseEnd(token, now) !== undefined).length
  const ofAccountsCount = tokens.filter(({ serviceAccount }) => serviceAccount !== null).length
  const rules = reviewRead.data?.actors.filter(({ kind }) => kind === 'trustRule')
  const rulesIn = (wanted: ActorState) => rules?.filter(({ state }) => state === wanted).length ?? 0
  const reads = [membersRead, accountsRead, tokensRead, ...(reviewRead.isError ? [reviewRead] : [])]
  return (
    <OverviewPart queries={reads} label="Loading who can act...">
      <Panel>
        <ul aria-label="Who can act here" className="divide-y divide-line">
          <CountRow
            section="members"
            workspaceId={workspaceId}
            icon="users"
            text={formatCountOf(members.length, 'member')}
            detail={rolesText(members)}
          />
          <CountRow
            section="service-accounts"
            workspaceId={workspaceId}
            icon="terminal"
            text={formatCountOf(accounts.length, 'service account')}
            detail={detailText([disabledCount, 'disabled'])}
          />
          <CountRow
            section="tokens"
            workspaceId={workspaceId}
            icon="key"
            text={formatCountOf(tokens.length, 'API token')}
            detail={detailText([ofAccountsCount, 'of service accounts'], [pausedCount, 'paused'])}
          />
          {rules && (
            <CountRow
              section="access-review"
              workspaceId={workspaceId}
              icon="shield-check"
              text={formatCountOf(rules.length, 'trust rule')}
              detail={detailText([rulesIn('learning'), 'learning'], [rulesIn('disabled'), 'disabled'])}
            />
          )}
        </ul>
      </Panel>
    </OverviewPart>
  )
}
