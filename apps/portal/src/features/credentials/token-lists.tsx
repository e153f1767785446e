import { tokenClockRefreshMs } from '@portal/contract/limits'
import type { AuthToken } from '@portal/contract/tokens/tokens'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { SearchBox } from '@portal/ui/fields/search-box'
import { useNow } from '@portal/ui/lib/use-now'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { NothingFound } from '../../lib/layout/nothing-found.tsx'
import { searchFrom } from '../../lib/layout/rows-per-page.ts'
import { useSearchText } from '../../lib/layout/use-search-text.ts'
import type { GeneratedToken } from './generated-token.ts'
import { searchTokens } from './token-search.ts'
import { latestChangeMs, splitTokens } from './token-state.ts'
import { ActiveTokens, InactiveTokens } from './token-tables.tsx'

export interface TokenListsProps {
  workspace: Workspace
  userId: string
  tokens: readonly AuthToken[]
  initialSearch?: string
  onRotated: (generated: GeneratedToken) => void
}

const MemoActiveTokens = memo(ActiveTokens)
const MemoInactiveTokens = memo(InactiveTokens)

/** Returns the time of the last tick that changed a token's state, so that other ticks re-render no table. */
function useTokenClock(tokens: readonly AuthToken[]): Date {
  const now = useNow({ intervalMs: tokenClockRefreshMs, isRunning: true })
  const changedAtMs = latestChangeMs(tokens, now)
  const [shown, setShown] = useState({ now, changedAtMs })
  if (shown.changedAtMs === changedAtMs) return shown.now
  setShown({ now, changedAtMs })
  return now
}

/** The active and inactive tokens with a search for both. Has its own clock, so that a tick doesn't re-render the form above. */
export function TokenLists({
  workspace,
  userId,
  tokens: loadedTokens,
  initialSearch = '',
  onRotated,
}: TokenListsProps) {
  // Deferred, so that the dialog with a new token opens before both tables re-render.
  const tokens = useDeferredValue(loadedTokens)
  const now = useTokenClock(tokens)
  const { search, box, boxKey, clear } = useSearchText(initialSearch)
  const { active, inactive } = useMemo(
    () => splitTokens(searchTokens(tokens, search), now),
    [tokens, search, now],
  )
  const isSearched = search.trim() !== ''
  return (
    <>
      {(tokens.length >= searchFrom || search !== '') && (
        <SearchBox key={boxKey} {...box} placeholder="Search tokens..." size="sm" className="max-w-72" />
      )}
      {isSearched && active.length + inactive.length === 0 ? (
        <div className="rounded-lg border border-line bg-surface-raised">
          <NothingFound of="tokens" search={search.trim()} onClearSearch={clear} />
        </div>
      ) : (
        <>
          <MemoActiveTokens
            workspace={workspace}
            userId={userId}
            tokens={active}
            now={now}
            search={search}
            isSearched={isSearched}
            onRotated={onRotated}
          />
          <MemoInactiveTokens
            workspace={workspace}
            userId={userId}
            tokens={inactive}
            search={search}
            isSearched={isSearched}
          />
        </>
      )}
    </>
  )
}
