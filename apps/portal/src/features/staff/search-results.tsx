import { restorableDays } from '@portal/contract/limits'
import type { SearchResult } from '@portal/contract/staff/search/search'
import { fullName } from '@portal/contract/text/full-name'
import { Pill } from '@portal/ui/data/pill'
import { TextLink } from '@portal/ui/text/text-link'
import type { ReactNode } from 'react'
import { personPath, workspacePath } from './staff-links.tsx'

/** The API returns at most this many results of each kind. */
const mostFound = 20

function Group({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null
  return (
    <div className="flex min-w-0 flex-col">
      <h2 className="px-4 pt-3 pb-1 font-medium text-content-muted text-xs">
        {`${title} (${count === mostFound ? `the first ${mostFound}` : count})`}
      </h2>
      <ul aria-label={title} className="divide-y divide-line">
        {children}
      </ul>
    </div>
  )
}

interface FoundRowProps {
  /** The page of what was found. Omitted for text without a link. */
  href?: string
  name: string
  /** Shown in smaller type below the name. */
  facts: ReactNode
  pills?: ReactNode
}

export function FoundRow({ href, name, facts, pills }: FoundRowProps) {
  return (
    <li className="flex flex-col gap-0.5 px-4 py-2.5">
      <span className="flex flex-wrap items-center gap-2">
        {href ? (
          <TextLink href={href} className="min-w-0 wrap-anywhere">
            <bdi>{name}</bdi>
          </TextLink>
        ) : (
          name
        )}
        {pills}
      </span>
      <span className="flex flex-wrap gap-x-3 text-content-muted text-sm wrap-anywhere">{facts}</span>
    </li>
  )
}

const Id = ({ children }: { children: string }) => (
  <span className="font-mono text-xs leading-5">{children}</span>
)

/** The search results, each linked to its page. A token links to its user. */
export function SearchResults({ text, found }: { text: string; found: SearchResult }) {
  const { people, workspaces, tokens } = found
  const count = people.length + workspaces.length + tokens.length
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface-raised pb-1 shadow-raised">
      <p role="status" className={count === 0 ? 'px-4 pt-6 text-center' : 'sr-only'}>
        {count === 0
          ? `No results for “${text}”.`
          : `${count} ${count === 1 ? 'result' : 'results'} for “${text}”`}
      </p>
      {count === 0 && (
        <p className="px-4 pb-6 text-center text-content-muted text-sm">
          {`The search compares the start of emails and names, and complete ids. It finds deleted accounts for ${restorableDays} days. If a name may have an accent, enter only the letters before it.`}
        </p>
      )}
      <Group title="People" count={people.length}>
        {people.map((person) => (
          <FoundRow
            key={person.id}
            href={personPath(person.id)}
            name={person.email}
            facts={
              <>
                {fullName(person) && <bdi>{fullName(person)}</bdi>}
                {person.nickname && (
                  <span>
                    “<bdi>{person.nickname}</bdi>”
                  </span>
                )}
                <Id>{person.id}</Id>
              </>
            }
            pills={
              <>
                {person.deletedAt && <Pill tone="danger">Deleted</Pill>}
                {person.quarantinedAt && <Pill tone="danger">Quarantined</Pill>}
                {person.suspendedAt && <Pill tone="warning">Suspended</Pill>}
              </>
            }
          />
        ))}
      </Group>
      <Group title="Workspaces" count={workspaces.length}>
        {workspaces.map(({ id, displayName, instanceUrl, ownerEmail }) => (
          <FoundRow
            key={id}
            href={workspacePath(id)}
            name={displayName}
            facts={
              <>
                <span>owned by {ownerEmail}</span>
                <span>{instanceUrl}</span>
                <Id>{id}</Id>
              </>
            }
          />
        ))}
      </Group>
      <Group title="Tokens" count={tokens.length}>
        {tokens.map(({ id, name, kind, userId, email, workspaceId, workspaceName, isActive }) => (
          <FoundRow
            key={id}
            href={personPath(userId)}
            name={name}
            facts={
              <>
                <span>of {email}</span>
                <span>
                  in{' '}
                  <TextLink href={workspacePath(workspaceId)}>
                    <bdi>{workspaceName}</bdi>
                  </TextLink>
                </span>
                <Id>{id}</Id>
              </>
            }
            pills={
              <>
                <Pill>{kind === 'api' ? 'API token' : 'Instance session'}</Pill>
                <Pill tone={isActive ? 'success' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Pill>
              </>
            }
          />
        ))}
      </Group>
    </div>
  )
}
