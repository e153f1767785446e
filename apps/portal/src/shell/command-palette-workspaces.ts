/** The entries of the command palette that belong to one workspace each. */
import { memberRights } from '@portal/contract/members/members'
import { may, type Right } from '@portal/contract/members/roles'
import { tokenRights } from '@portal/contract/tokens/token-rights'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import type { IconName } from '@portal/ui/lib/resolve-icon'
import { type LinkOptions, linkOptions } from '@tanstack/react-router'
import { type PageSection, workspaceSections } from '../lib/layout/sections.ts'

/** What an entry does: navigates to a page, opens a workspace or changes the theme. */
export type PaletteTarget =
  | { kind: 'link'; link: LinkOptions }
  | { kind: 'workspace'; workspaceId: string }
  | { kind: 'theme'; theme: 'light' | 'dark' | 'system' }

export interface PaletteEntry {
  id: string
  label: string
  /** A line under the label. */
  description?: string
  /** Secondary text after the label. */
  detail?: string
  /** Whether the detail is a URL. The name of a workspace is set like other text. */
  isDetailUrl?: boolean
  icon: IconName
  target: PaletteTarget
  /** Why the entry is disabled. Shown instead of the detail. */
  disabledReason?: string
}

/** The most recently opened workspaces, listed before the user types. They fill the palette, and more rows would delay it. */
const recentShown = 10
const workspacesShown = 20
/** If the text names a page or action, it is listed for at most this many workspaces. */
const workspacesOfPlace = 8
/** At most this many pages or actions are listed, because a short text matches many. */
const placesShown = 16
/** If the text names only workspaces, all pages of at most this many workspaces are listed. */
const workspacesDetailed = 3

/** A page or an action of a workspace. The name of the workspace is appended to the label, such as `Members of`. */
interface Place {
  id: string
  label: string
  icon: IconName
  link: LinkOptions
}

interface WorkspaceAction {
  label: string
  icon: IconName
  right: Right
  to: '/workspace/$workspaceId/members' | '/workspace/$workspaceId/tokens'
}

const workspaceActions: readonly WorkspaceAction[] = [
  {
    label: 'Invite a member to',
    icon: 'user-plus',
    right: memberRights.inviteMember,
    to: '/workspace/$workspaceId/members',
  },
  {
    label: 'Create an API token in',
    icon: 'plus',
    right: tokenRights.createToken,
    to: '/workspace/$workspaceId/tokens',
  },
]

const pagesOf =
  (sections: readonly PageSection[]) =>
  ({ id, role }: Pick<Workspace, 'id' | 'role'>): Place[] =>
    workspaceSections(sections, id, role).map(({ label, title, icon, link }) => ({
      id: `${label}-${id}`,
      // "General of Production" would be unclear.
      label: `${title === '' ? 'Settings' : label} of`,
      icon,
      link,
    }))

const actionsOf = ({ id, role }: Pick<Workspace, 'id' | 'role'>): Place[] =>
  workspaceActions
    .filter(({ right }) => may(role, right))
    .map(({ label, icon, to }) => ({
      id: `${label}-${id}`,
      label,
      icon,
      link: linkOptions({ to, params: { workspaceId: id } }),
    }))

const entryFor = (workspace: Workspace, { id, label, icon, link }: Place): PaletteEntry => ({
  id,
  label: `${label} ${workspace.displayName}`,
  icon,
  target: { kind: 'link', link },
})

/** Splits a search into words in lower case. */
export const splitWords = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Returns the words that a label doesn't contain. */
export function missingWords(words: readonly string[], label: string): string[] {
  const lower = label.toLowerCase()
  return words.filter((word) => !lower.includes(word))
}

const filterByName = (words: readonly string[], workspaces: readonly Workspace[]) =>
  workspaces.filter(({ displayName }) => missingWords(words, displayName).length === 0)

/** Puts the workspaces whose name starts with the text first. */
function putPrefixMatchesFirst(words: readonly string[], found: readonly Workspace[]): Workspace[] {
  const text = words.join(' ')
  const isFirst = ({ displayName }: Workspace) => displayName.toLowerCase().startsWith(text)
  return [...found.filter(isFirst), ...found.filter((workspace) => !isFirst(workspace))]
}

/** Returns the workspaces to open. Hidden workspaces are listed only in search results. */
export function workspaceOpenings(
  words: readonly string[],
  workspaces: readonly Workspace[],
): PaletteEntry[] {
  return putPrefixMatchesFirst(words, filterByName(words, workspaces))
    .filter(({ quarantinedAt, isHidden }) => !quarantinedAt && (words.length > 0 || !isHidden))
    .slice(0, words.length === 0 ? recentShown : workspacesShown)
    .map(({ id, displayName, instanceUrl }) => ({
      id: `open-${id}`,
      label: displayName,
      detail: instanceUrl,
      isDetailUrl: true,
      icon: 'external-link',
      target: { kind: 'workspace', workspaceId: id },
    }))
}

/** Returns the entries of all places that at least one word matches. The remaining words must match the workspace. */
function entriesOf(
  placesOf: (workspace: Pick<Workspace, 'id' | 'role'>) => Place[],
  words: readonly string[],
  workspaces: readonly Workspace[],
): PaletteEntry[] {
  return placesOf({ id: '', role: 'OWNER' }).flatMap(({ label }) => {
    const left = missingWords(words, label)
    if (left.length === words.length) return []
    return filterByName(left, workspaces)
      .slice(0, workspacesOfPlace)
      .flatMap((workspace) =>
        placesOf(workspace)
          .filter((place) => place.label === label)
          .map((place) => entryFor(workspace, place)),
      )
  })
}

/** Returns the pages and actions of workspaces that match. `tok` finds the tokens of every workspace. */
export function workspacePlaces(
  words: readonly string[],
  workspaces: readonly Workspace[],
  sections: readonly PageSection[],
): { pages: PaletteEntry[]; actions: PaletteEntry[] } {
  if (words.length === 0) return { pages: [], actions: [] }
  const placesOf = pagesOf(sections)
  const named = entriesOf(placesOf, words, workspaces).slice(0, placesShown)
  const ids = new Set(named.map(({ id }) => id))
  const detailed = putPrefixMatchesFirst(words, filterByName(words, workspaces))
    .slice(0, workspacesDetailed)
    .flatMap((workspace) => placesOf(workspace).map((place) => entryFor(workspace, place)))
    .filter(({ id }) => !ids.has(id))
  return {
    pages: [...named, ...detailed],
    actions: entriesOf(actionsOf, words, workspaces).slice(0, placesShown),
  }
}
