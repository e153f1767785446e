import type { PersonReport } from '@portal/contract/staff/search/search'
import { serverNow } from '@portal/ui/lib/server-clock'
import { endingText } from '../credentials/token-move-rules.ts'
import { UsedCredential } from '../credentials/used-credential.tsx'
import { mostListed } from './record-parts.tsx'

type Token = PersonReport['tokens'][number]

function sessionsText(count: number): string {
  if (count === 0) return ''
  return count === 1 ? '1 instance session stops.' : `${count} instance sessions stop.`
}

/** The tokens of a user that stop working, with their last use, before staff take an action. */
export function StoppingTokens({ tokens }: { tokens: readonly Token[] }) {
  const apiTokens = tokens.filter(({ kind }) => kind === 'api')
  const sessionCount = tokens.length - apiTokens.length
  if (tokens.length === 0) return <p className="text-content-muted">This user has no active tokens.</p>
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium">
        {`${apiTokens.length > 0 ? `${endingText(apiTokens, serverNow())} ` : ''}${sessionsText(sessionCount)}`}
      </p>
      <ul
        aria-label="Tokens that stop working"
        className="max-h-60 divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {tokens.map(({ id, kind, name, workspaceName, lastUsedAt, ipAddress }) => (
          <UsedCredential
            key={id}
            icon={kind === 'api' ? 'key' : 'monitor'}
            title={
              <>
                <bdi>{kind === 'api' ? name : 'Instance session'}</bdi>{' '}
                <span className="text-content-muted">
                  in <bdi>{workspaceName}</bdi>
                </span>
              </>
            }
            lastUsedAt={lastUsedAt}
            lastUsedIp={ipAddress}
          />
        ))}
      </ul>
      {tokens.length === mostListed && (
        <p className="text-content-muted text-sm">
          Shows the {mostListed} newest tokens. The user may have more, which also stop working.
        </p>
      )}
    </div>
  )
}
