/** The entries of the command palette that belong to one workspace each. */
import { may, type WorkspaceAct } from '@portal/contract/permissions'
import type { Workspace } from '@portal/contract/workspaces'
import type { IconName } from '@portal/ui/lib/resolve-icon'
import { type LinkOptions, linkOptions } from '@tanstack/react-router'
import { sectionsFor } from '../lib/workspace-sections.ts'
import type { PaletteEntry } from './command-palette-entry.ts'

const workspacesShown = 20
/** For how many workspaces a page or action is listed, if the text names it. */
const workspacesOfPlace = 8
/** Short texts name many places. */
const placesShown = 16
/** For how many workspaces all pages are listed, if the text names the workspace only. */
const workspacesDetailed = 3

/** A page or an action of a workspace, such as `Members of`. */
interface Place {
  id: string
  label: string
  icon: IconName
  link: LinkOptions
}

interface WorkspaceAction {
  label: string
  icon: IconName
  act: WorkspaceAct
  to: '/workspace/$workspaceId/members' | '/workspace/$workspaceId/tokens'
}

const workspaceActions: readonly WorkspaceAction[] = [
  {
    label: 'Invite a member to',
    icon: 'user-plus',
    act: 'inviteMember',
    to: '/workspace/$workspaceId/members',
  },
  {
    label: 'Create an API token in',
    icon: 'plus',
    act: 'createToken',
    to: '/workspace/$workspaceId/tokens',
  },
]

const pagesOf = ({ id, role }: Pick<Workspace, 'id' | 'role'>): Place[] =>
  sectionsFor(id, role).map(({ label, title = 'Settings', icon, link }) => ({
    id: `${label}-${id}`,
    label: `${title} of`,
    icon,
    link,
  }))

const actionsOf = ({ id, role }: Pick<Workspace, 'id' | 'role'>): Place[] =>
  workspaceActions
    .filter(({ act }) => may(role, act))
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

/** The words of a search, in lower case. */
export const wordsIn = (text: string): string[] => text.toLocaleLowerCase().split(/\s+/).filter(Boolean)

/** Returns the words that a label doesn't contain. */
export function missingWords(words: readonly string[], label: string): string[] {
  const lower = label.toLocaleLowerCase()
  return words.filter((word) => !lower.includes(word))
}

const namedBy = (words: readonly string[], workspaces: readonly Workspace[]) =>
  workspaces.filter(({ displayName }) => missingWords(words, displayName).length === 0)

/** Returns matches that start with the text before other matches. */
function startingFirst(words: readonly string[], found: readonly Workspace[]): Workspace[] {
  const text = words.join(' ')
  const isFirst = ({ displayName }: Workspace) => displayName.toLocaleLowerCase().startsWith(text)
  return [...found.filter(isFirst), ...found.filter((workspace) => !isFirst(workspace))]
}

/** Returns the workspaces to open. Hidden ones are found, but not offered before a search. */
export function workspaceOpenings(
  words: readonly string[],
  workspaces: readonly Workspace[],
): PaletteEntry[] {
  return startingFirst(words, namedBy(words, workspaces))
    .filter(({ quarantinedAt, isHidden }) => !quarantinedAt && (words.length > 0 || !isHidden))
    .slice(0, workspacesShown)
    .map(({ id, displayName, instanceUrl }) => ({
      id: `open-${id}`,
      label: displayName,
      detail: instanceUrl,
      icon: 'external-link',
      target: { kind: 'workspace', workspaceId: id },
    }))
}

/** Returns the entries of the places that some words name. The other words name the workspace. */
function entriesOf(
  placesOf: (workspace: Pick<Workspace, 'id' | 'role'>) => Place[],
  words: readonly string[],
  workspaces: readonly Workspace[],
): PaletteEntry[] {
  return placesOf({ id: '', role: 'OWNER' }).flatMap(({ label }) => {
    const left = missingWords(words, label)
    if (left.length === words.length) return []
    return namedBy(left, workspaces)
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
): { pages: PaletteEntry[]; actions: PaletteEntry[] } {
  if (words.length === 0) return { pages: [], actions: [] }
  const named = entriesOf(pagesOf, words, workspaces).slice(0, placesShown)
  const ids = new Set(named.map(({ id }) => id))
  const detailed = startingFirst(words, namedBy(words, workspaces))
    .slice(0, workspacesDetailed)
    .flatMap((workspace) => pagesOf(workspace).map((place) => entryFor(workspace, place)))
    .filter(({ id }) => !ids.has(id))
  return {
    pages: [...named, ...detailed],
    actions: entriesOf(actionsOf, words, workspaces).slice(0, placesShown),
  }
}
