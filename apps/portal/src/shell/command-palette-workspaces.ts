/** The entries of the command palette that belong to one workspace each. */
import { memberRights } from '@portal/contract/members/members'
import { may, type Right } from '@portal/contract/members/roles'
import { tokenRights } from '@portal/contract/tokens/token-rights'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import type { IconName } from '@portal/ui/lib/resolve-icon'
import { type LinkOptions, linkOptions } from '@tanstack/react-router'
import { type PageSection, workspaceSections } from '../lib/layout/sections.ts'
import { sectionKeywords } from './command-palette-keywords.ts'
import { missingWords } from './command-palette-words.ts'

/** What an entry does. `choose` asks for the workspace of a page or an action. */
export type PaletteTarget =
  | { kind: 'link'; link: LinkOptions }
  | { kind: 'workspace'; workspaceId: string }
  | { kind: 'choose'; placeId: string; title: string }
  | { kind: 'theme'; theme: 'light' | 'dark' | 'system' }
  | { kind: 'tab'; url: string }
  | { kind: 'shortcuts' }

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
  /** The keys that do the same, such as `g b`. */
  shortcut?: string
  /** Why the entry is disabled. Shown instead of the detail. */
  disabledReason?: string
}

/** The most recently opened workspaces, listed before the user types. They fill the palette, and more rows would delay it. */
const recentShown = 10
const workspacesShown = 20
/** A page or action that exists in more workspaces is listed for the first one. For another, the user chooses it next. */
const workspacesOfPlace = 3
/** If the text also names the workspace, a page or action is listed for at most this many. */
const namedWorkspacesOfPlace = 8
/** At most this many pages or actions are listed, because a short text matches many. */
const placesShown = 16
/** If the text names only workspaces, all pages of at most this many workspaces are listed. */
const workspacesDetailed = 3

export interface PlaceInput {
  words: readonly string[]
  /** The open workspace first. */
  workspaces: readonly Workspace[]
  /** The sections that the routes declare. */
  sections: readonly PageSection[]
  openId: string | undefined
}

type Member = Pick<Workspace, 'id' | 'role'>

/** A page or an action of a workspace. The name of the workspace is appended to the label, such as `Members of`. */
interface Place {
  /** The same in every workspace. */
  id: string
  label: string
  keywords?: string | undefined
  shortcut?: string | undefined
  icon: IconName
  link: LinkOptions
}

interface WorkspaceAction extends Omit<Place, 'link'> {
  right: Right
  to: '/workspace/$workspaceId/members' | '/workspace/$workspaceId/tokens'
}

const workspaceActions: readonly WorkspaceAction[] = [
  {
    id: 'invite',
    label: 'Invite a member to',
    keywords: 'add people users share',
    icon: 'user-plus',
    right: memberRights.inviteMember,
    to: '/workspace/$workspaceId/members',
  },
  {
    id: 'create-token',
    label: 'Create an API token in',
    keywords: 'new keys secrets generate',
    icon: 'plus',
    right: tokenRights.createToken,
    to: '/workspace/$workspaceId/tokens',
  },
]

const pagesOf =
  ({ sections, openId }: PlaceInput) =>
  ({ id, role }: Member): Place[] =>
    workspaceSections(sections, id, role).map(({ name, label, title, shortcut, icon, link }) => ({
      id: name,
      // "General of Production" would be unclear.
      label: `${title === '' ? 'Settings' : label} of`,
      keywords: sectionKeywords[name],
      // Opens the page of the open workspace only.
      shortcut: id === openId ? shortcut : undefined,
      icon,
      link,
    }))

const actionsOf = ({ id, role }: Member): Place[] =>
  workspaceActions
    .filter(({ right }) => may(role, right))
    .map(({ to, right: _, ...action }) => ({
      ...action,
      link: linkOptions({ to, params: { workspaceId: id } }),
    }))

const entryFor = (workspace: Workspace, { id, label, shortcut, icon, link }: Place): PaletteEntry => ({
  id: `${id}-${workspace.id}`,
  label: `${label} ${workspace.displayName}`,
  icon,
  ...(shortcut && { shortcut: `g ${shortcut}` }),
  target: { kind: 'link', link },
})

const choiceOf = ({ id, label, icon }: Place): PaletteEntry => ({
  id,
  label: `${label}…`,
  icon,
  target: { kind: 'choose', placeId: id, title: `${label}…` },
})

const filterByName = (words: readonly string[], workspaces: readonly Workspace[]) =>
  workspaces.filter(({ displayName }) => missingWords(words, displayName).length === 0)

/** Puts the workspaces whose name starts with the text first. */
function putPrefixMatchesFirst(words: readonly string[], found: readonly Workspace[]): Workspace[] {
  const text = words.join(' ')
  const isFirst = ({ displayName }: Workspace) => displayName.toLowerCase().startsWith(text)
  return [...found.filter(isFirst), ...found.filter((workspace) => !isFirst(workspace))]
}

/** Puts the open workspace first. */
export function putFirst(workspaces: readonly Workspace[], workspaceId: string | undefined): Workspace[] {
  const isOpen = ({ id }: Workspace) => id === workspaceId
  return [...workspaces.filter(isOpen), ...workspaces.filter((workspace) => !isOpen(workspace))]
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
  placesOf: (workspace: Member) => Place[],
  words: readonly string[],
  workspaces: readonly Workspace[],
): PaletteEntry[] {
  return placesOf({ id: '', role: 'OWNER' }).flatMap((place) => {
    const left = missingWords(words, place.label, place.keywords)
    if (words.length > 0 && left.length === words.length) return []
    const entries = filterByName(left, workspaces).flatMap((workspace) =>
      placesOf(workspace)
        .filter(({ id }) => id === place.id)
        .map((found) => entryFor(workspace, found)),
    )
    if (left.length > 0) return entries.slice(0, namedWorkspacesOfPlace)
    return entries.length > workspacesOfPlace ? [...entries.slice(0, 1), choiceOf(place)] : entries
  })
}

const pagesOfOpen = (input: PlaceInput): PaletteEntry[] =>
  input.workspaces
    .filter(({ id }) => id === input.openId)
    .flatMap((workspace) => pagesOf(input)(workspace).map((place) => entryFor(workspace, place)))

/**
 * Returns the pages and actions of workspaces that match, those of the open workspace first. Before the user types, these are its
 * pages.
 */
export function workspacePlaces(input: PlaceInput): { pages: PaletteEntry[]; actions: PaletteEntry[] } {
  const { words, workspaces } = input
  const placesOf = pagesOf(input)
  if (words.length === 0) {
    const shown = workspaces.filter(({ id, isHidden }) => !isHidden || id === input.openId)
    return { pages: pagesOfOpen(input), actions: entriesOf(actionsOf, words, shown) }
  }
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

/** Returns the workspaces in which the user may open a page or perform an action, for the second step of a choice. */
export function workspaceChoices(placeId: string, input: PlaceInput): PaletteEntry[] {
  const { words, workspaces } = input
  return putPrefixMatchesFirst(words, filterByName(words, workspaces)).flatMap((workspace) =>
    [...pagesOf(input)(workspace), ...actionsOf(workspace)]
      .filter(({ id }) => id === placeId)
      .map((place) => ({ ...entryFor(workspace, place), label: workspace.displayName })),
  )
}
