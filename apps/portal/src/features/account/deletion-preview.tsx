import type { CallResult } from '@portal/contract/endpoint'
import { may } from '@portal/contract/members/roles'
import { blockedDeletionAdvice, type myData } from '@portal/contract/my-data/my-data'
import { serviceAccountRights } from '@portal/contract/service-accounts/service-accounts'
import { fullName } from '@portal/contract/text/full-name'
import type { OwnAuthToken } from '@portal/contract/tokens/token-schemas'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { formatCount } from '@portal/ui/lib/format-count'
import { serverNow } from '@portal/ui/lib/server-clock'
import { TextLink } from '@portal/ui/text/text-link'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useUser } from '../../lib/guard/session.ts'
import { Failure } from '../../lib/request/failure.tsx'
import type { RequestError } from '../../lib/request/request-error.ts'
import { EndingTokens } from '../credentials/ending-tokens.tsx'
import { MoveChosenTokens } from '../credentials/move-chosen-tokens.tsx'
import { endingText } from '../credentials/token-move-rules.ts'
import type { TokenMoves } from '../credentials/use-token-moves.ts'
import { LeftBehindLists } from '../people/left-behind-lists.tsx'
import { offersQuery } from '../people/ownership-queries.ts'
import { workspacesQuery } from '../workspaces/workspace-queries.ts'

type Preview = CallResult<typeof myData.deletionPreview>

/** The member who has not answered the ownership offer of the workspace yet, if there is an offer. */
function OfferedTo({ workspaceId }: { workspaceId: string }) {
  const user = useUser()
  const { data: offers = [] } = useQuery(offersQuery)
  const offer = offers.find((each) => each.workspaceId === workspaceId && each.fromUserId === user.id)
  if (!offer) return null
  return (
    <span>
      . Ownership offered, waiting for <bdi>{fullName(offer.to) ?? 'a member'}</bdi>.
    </span>
  )
}

const mostNamed = 5

/** Says which workspaces of other owners the user leaves, and that invitations are withdrawn. */
export function LeftWorkspaces() {
  const { emailVerified } = useUser()
  const { data: workspaces = [] } = useQuery({ ...workspacesQuery, enabled: emailVerified })
  const left = workspaces.filter(({ role }) => role !== 'OWNER')
  const named = left.length > mostNamed ? [] : left
  return (
    <p>
      {left.length > 0 && 'You also leave '}
      {left.length > mostNamed && `${formatCount(left.length)} other workspaces`}
      {named.map(({ id, displayName }, at) => (
        <Fragment key={id}>
          {at > 0 && (at === named.length - 1 ? ' and ' : ', ')}
          <bdi className="font-medium">{displayName}</bdi>
        </Fragment>
      ))}
      {left.length > 0 && '. '}
      Open invitations that you sent are withdrawn.
    </p>
  )
}

/** Shows what prevents the deletion, or what it includes. */
export function DeletionPreview({ blockedBy, goesWith }: Preview) {
  if (blockedBy.length > 0) {
    return (
      <StatusBox tone="warning" title="You own workspaces with other members" announce="off">
        <p>{blockedDeletionAdvice}</p>
        <ul aria-label="Workspaces with other members" className="mt-2 list-disc pl-5">
          {blockedBy.map(({ id, displayName, memberCount }) => (
            <li key={id}>
              <TextLink href={`/workspace/${id}/members`}>
                <bdi>{displayName}</bdi>
              </TextLink>
              , {formatCount(memberCount)} members
              <OfferedTo workspaceId={id} />
            </li>
          ))}
        </ul>
      </StatusBox>
    )
  }
  if (goesWith.length === 0) return <p>No workspaces will be deleted.</p>
  return (
    <div>
      <p>
        {goesWith.length === 1
          ? 'This workspace will be deleted, and all its API tokens stop working:'
          : `These ${goesWith.length} workspaces will be deleted, and all their API tokens stop working:`}
      </p>
      <ul aria-label="Workspaces that will be deleted" className="mt-1 list-disc pl-5">
        {goesWith.map(({ id, displayName }) => (
          <li key={id} className="font-medium">
            <bdi>{displayName}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface TokensOfDeletedAccountProps {
  query: UseQueryResult<unknown, RequestError>
  /** The user's tokens in workspaces that other members keep using. */
  tokens: readonly OwnAuthToken[]
  moves: TokenMoves
}

/** Groups tokens by their workspace, in the order of the first token of each. */
function byWorkspace(tokens: readonly OwnAuthToken[]) {
  return [...Map.groupBy(tokens, ({ workspace }) => workspace.id)].map(([workspaceId, ofWorkspace]) => ({
    workspaceId,
    name: ofWorkspace[0]?.workspace.displayName ?? '',
    tokens: ofWorkspace.map((token) => ({ ...token, workspaceId })),
  }))
}

/** Lists the tokens that stop when the account is deleted, by workspace. Users can move them where their role allows it. */
export function TokensOfDeletedAccount({ query, tokens, moves }: TokensOfDeletedAccountProps) {
  const { data: workspaces = [] } = useQuery(workspacesQuery)
  const mayMove = (workspaceId: string) =>
    workspaces.some(
      ({ id, role }) => id === workspaceId && may(role, serviceAccountRights.manageServiceAccounts),
    )
  if (query.isError && !query.data) {
    return (
      <Failure
        error={query.error}
        title="Your API tokens could not be loaded. They will still be revoked when you delete your account"
        retry={() => void query.refetch()}
      />
    )
  }
  const groups = byWorkspace(tokens)
  return (
    <>
      {groups.length > 0 && <p className="font-medium">{endingText(tokens, serverNow())}</p>}
      {groups.map((group) => (
        <div key={group.workspaceId} className="flex flex-col gap-2">
          <p>
            In <bdi className="font-medium">{group.name}</bdi>
          </p>
          <EndingTokens
            label={`Tokens that will stop working in ${group.name}`}
            workspaceId={group.workspaceId}
            tokens={group.tokens}
            moves={moves}
            canMove={mayMove(group.workspaceId)}
          />
          {!mayMove(group.workspaceId) && (
            <p className="text-content-muted text-sm">
              To keep a token working, ask an owner or approver of this workspace to move it to a service
              account first.
            </p>
          )}
        </div>
      ))}
      <MoveChosenTokens moves={moves} />
    </>
  )
}

/** What the user leaves behind in workspaces that remain. The previous release of the API doesn't send it. */
export function LeftBehindByWorkspace({ leftBehind = [] }: Partial<Preview>) {
  return leftBehind.map(({ workspace, ...left }) => (
    <section key={workspace.id} className="flex flex-col gap-3">
      <p className="font-medium">
        You leave this behind in <bdi>{workspace.displayName}</bdi>
      </p>
      <LeftBehindLists left={left} />
    </section>
  ))
}
