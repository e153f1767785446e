/** The members and API tokens that the command palette finds. See docs/product/interface.md#command-palette. */
import type { Member } from '@portal/contract/members/members'
import { fullName } from '@portal/contract/text/full-name'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { useQueries, useQuery } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { ownTokensQuery } from '../features/credentials/token-queries.ts'
import { membersQuery } from '../features/people/member-queries.ts'
import { missingWords, splitWords } from './command-palette-words.ts'
import type { PaletteEntry } from './command-palette-workspaces.ts'

/** Shorter texts match too much to be worth a request. */
const minLetters = 2
/** Members of this many workspaces are searched, because each list is a request. */
const workspacesSearched = 3
const entriesShown = 8
const staleAfterMs = 60_000

type WorkspaceRef = Pick<Workspace, 'id' | 'displayName'>

/** Whether every word is in the name or in the workspace's name, and at least one is in the name. */
function isFound(words: readonly string[], name: string, workspace: WorkspaceRef): boolean {
  const left = missingWords(words, name)
  return left.length < words.length && missingWords(left, workspace.displayName).length === 0
}

export interface KnownMembers {
  workspace: WorkspaceRef
  members: readonly Member[]
}

/** Returns the members whose name or email matches. Each opens the members page of the workspace, filtered by the email. */
export function memberEntries(words: readonly string[], known: readonly KnownMembers[]): PaletteEntry[] {
  return known
    .flatMap(({ workspace, members }) =>
      members
        .filter((member) => isFound(words, `${fullName(member) ?? ''} ${member.email}`, workspace))
        .map((member): PaletteEntry => {
          const name = fullName(member)
          return {
            id: `member-${workspace.id}-${member.userId}`,
            label: name ?? member.email,
            ...(name && { description: member.email }),
            detail: workspace.displayName,
            icon: 'user',
            target: {
              kind: 'link',
              link: linkOptions({
                to: '/workspace/$workspaceId/members',
                params: { workspaceId: workspace.id },
                search: { find: member.email },
              }),
            },
          }
        }),
    )
    .slice(0, entriesShown)
}

export interface KnownToken {
  id: string
  name: string
  workspace: WorkspaceRef
}

/** Returns the tokens whose name matches. Each opens the tokens page of the workspace, filtered by the name. */
export function tokenEntries(words: readonly string[], known: readonly KnownToken[]): PaletteEntry[] {
  return known
    .filter(({ name, workspace }) => isFound(words, name, workspace))
    .slice(0, entriesShown)
    .map(({ id, name, workspace }) => ({
      id: `token-${id}`,
      label: name,
      detail: workspace.displayName,
      icon: 'key',
      target: {
        kind: 'link',
        link: linkOptions({
          to: '/workspace/$workspaceId/tokens',
          params: { workspaceId: workspace.id },
          search: { find: name },
        }),
      },
    }))
}

interface FoundInput {
  text: string
  /** The open workspace first, then the most recently opened ones. */
  workspaces: readonly Workspace[]
  userId: string
}

/**
 * Finds members of the open and the most recently opened workspaces, and the user's tokens in all workspaces. A failed request
 * only means fewer results.
 */
export function useFoundEntries({ text, workspaces, userId }: FoundInput) {
  const isSearched = text.trim().length >= minLetters
  const searched = isSearched ? workspaces.slice(0, workspacesSearched) : []
  const lists = useQueries({
    queries: searched.map(({ id }) => ({ ...membersQuery(id), staleTime: staleAfterMs })),
  })
  const { data: own } = useQuery({
    ...ownTokensQuery(userId),
    staleTime: staleAfterMs,
    enabled: isSearched && workspaces.length > 0,
  })
  const words = splitWords(text)
  const known = searched.map((workspace, index) => ({ workspace, members: lists[index]?.data ?? [] }))
  return {
    members: memberEntries(words, known),
    tokens: isSearched ? tokenEntries(words, own?.authTokens ?? []) : [],
  }
}
