import { Select } from '@portal/ui/fields/select'
import type { SelectOption } from '@portal/ui/fields/select-options'
import { TextLink } from '@portal/ui/text/text-link'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from '../../lib/request/failure.tsx'
import { enabledOf, serviceAccountsQuery } from './service-account-queries.ts'
import type { EndingToken } from './token-move-rules.ts'
import type { TokenMoves } from './use-token-moves.ts'
import { UsedCredential } from './used-credential.tsx'

/** The choice to let a token be revoked. Never the id of a service account, which is a ULID. */
const end = 'end'
/** With at least this many tokens, one field sets the choice for all of them. */
const chooseAllFrom = 3

/** Returns the choices for a token. They are undefined if the token can only be revoked. */
function useMoveOptions(workspaceId: string, canMove: boolean) {
  const query = useQuery({
    ...serviceAccountsQuery(workspaceId),
    staleTime: 0,
    enabled: canMove,
  })
  const targets = enabledOf(query.data?.serviceAccounts)
  const options: SelectOption[] | undefined =
    canMove && targets.length > 0
      ? [
          { value: end, label: 'Revoke it' },
          ...targets.map(({ id, name }) => ({ value: id, label: `Move to ${name}` })),
        ]
      : undefined
  return { query, options }
}

interface EndingTokensProps {
  /** The accessible name of the list. */
  label: string
  workspaceId: string
  tokens: readonly EndingToken[]
  moves: TokenMoves
  /** Whether the user may move the tokens. */
  canMove: boolean
  /** Further rows, such as sessions, which always end. */
  children?: ReactNode
}

/** Lists the tokens of one workspace that stop working, each with the choice to move it to a service account. */
export function EndingTokens({ label, workspaceId, tokens, moves, canMove, children }: EndingTokensProps) {
  const { query, options } = useMoveOptions(workspaceId, canMove && tokens.length > 0)
  const choose = (ids: readonly string[], value: string | null) =>
    moves.choose(ids, value === null || value === end ? undefined : value)
  const ids = tokens.map(({ id }) => id)
  return (
    <div className="flex flex-col gap-2">
      <div className="overflow-hidden rounded-md border border-line">
        {options && tokens.length >= chooseAllFrom && (
          <div className="flex items-center justify-between gap-2.5 border-line border-b bg-surface-sunken px-3 py-2">
            <span aria-hidden="true" className="font-medium text-sm">
              All tokens
            </span>
            <Select
              label="All tokens"
              isLabelHidden
              size="sm"
              options={options}
              placeholder="Choose for all..."
              value={sharedChoice(ids.map((id) => moves.choices[id] ?? end))}
              onChange={(value) => choose(ids, value)}
              isDisabled={moves.isMoving}
              className="w-52 shrink-0"
            />
          </div>
        )}
        <ul aria-label={label} className="max-h-72 divide-y divide-line overflow-y-auto">
          {tokens.map((token) => (
            <UsedCredential
              key={token.id}
              icon="key"
              title={<bdi>{token.name}</bdi>}
              kind="API token, "
              lastUsedAt={token.lastUsedAt}
              lastUsedIp={token.lastUsedIp}
            >
              {options && (
                <Select
                  label={`What happens to ${token.name}`}
                  isLabelHidden
                  size="sm"
                  options={options}
                  value={moves.choices[token.id] ?? end}
                  onChange={(value) => choose([token.id], value)}
                  isDisabled={moves.isMoving}
                  className="w-52 shrink-0"
                />
              )}
            </UsedCredential>
          ))}
          {children}
        </ul>
      </div>
      <Failure
        error={query.error}
        title="The service accounts could not be loaded, so tokens cannot be moved"
        retry={() => void query.refetch()}
      />
      {query.data && !options && tokens.length > 0 && (
        <p className="text-content-muted text-sm">
          To keep a token working,{' '}
          <TextLink href={`/workspace/${workspaceId}/service-accounts`}>
            create or enable a service account
          </TextLink>{' '}
          and move the token to it.
        </p>
      )}
    </div>
  )
}

/** Returns the choice that all tokens share, or null if the choices differ. */
function sharedChoice(choices: readonly string[]): string | null {
  return new Set(choices).size === 1 ? (choices[0] ?? null) : null
}
