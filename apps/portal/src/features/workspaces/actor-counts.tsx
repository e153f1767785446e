import type { Member } from '@portal/contract/members/members'
import { workspaceRoles } from '@portal/contract/members/roles'
import { focusRingInset } from '@portal/ui/lib/focus-ring'
import { formatCount, formatCountOf } from '@portal/ui/lib/format-count'
import { serverNow } from '@portal/ui/lib/server-clock'
import { Icon, type IconProps } from '@portal/ui/text/icon'
import { Link } from '@tanstack/react-router'
import { useVerifiedQuery } from '../../lib/guard/use-verified-query.ts'
import { serviceAccountsQuery } from '../credentials/service-account-queries.ts'
import { tokensQuery } from '../credentials/token-queries.ts'
import { pauseEnd, splitTokens } from '../credentials/token-state.ts'
import { membersQuery } from '../people/member-queries.ts'
import { OverviewPart, Panel } from './overview-part.tsx'
import { roleOnCard } from './workspace-labels.ts'

interface CountRowProps {
  section: 'members' | 'service-accounts' | 'tokens'
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

/** How many members, service accounts and tokens can act in a workspace, each with a link to their list. */
export function ActorCounts({ workspaceId }: { workspaceId: string }) {
  const membersRead = useVerifiedQuery(membersQuery(workspaceId))
  const accountsRead = useVerifiedQuery(serviceAccountsQuery(workspaceId))
  const tokensRead = useVerifiedQuery(tokensQuery(workspaceId))
  const members = (membersRead.data ?? []).filter(({ status }) => status === 'active')
  const accounts = accountsRead.data?.serviceAccounts ?? []
  const disabledCount = accounts.filter(({ disabledAt }) => disabledAt !== null).length
  const now = serverNow()
  const unended = splitTokens(tokensRead.data?.authTokens ?? [], now).active
  const active = unended.filter((token) => pauseEnd(token, now) === undefined)
  const pausedCount = unended.length - active.length
  const ofAccountsCount = active.filter(({ serviceAccount }) => serviceAccount !== null).length
  return (
    <OverviewPart queries={[membersRead, accountsRead, tokensRead]} label="Loading who can act...">
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
            detail={disabledCount > 0 ? `${formatCount(disabledCount)} disabled` : ''}
          />
          <CountRow
            section="tokens"
            workspaceId={workspaceId}
            icon="key"
            text={formatCountOf(active.length, 'active API token')}
            detail={[
              ofAccountsCount > 0 && `${formatCount(ofAccountsCount)} of service accounts`,
              pausedCount > 0 && `${formatCount(pausedCount)} paused`,
            ]
              .filter(Boolean)
              .join(', ')}
          />
        </ul>
      </Panel>
    </OverviewPart>
  )
}
