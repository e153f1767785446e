import type { Workspace } from '@portal/contract/workspaces/workspaces'
import type { IconName } from '@portal/ui/lib/resolve-icon'
import type { LinkOptions } from '@tanstack/react-router'
import { verifyFirst } from '../features/account/use-verification.ts'
import { env } from '../lib/env.ts'
import { type PageSection, portalSections } from '../lib/layout/sections.ts'
import { sectionKeywords } from './command-palette-keywords.ts'
import { missingWords, splitWords } from './command-palette-words.ts'
import type { PaletteEntry, PlaceInput } from './command-palette-workspaces.ts'
import {
  putFirst,
  workspaceChoices,
  workspaceOpenings,
  workspacePlaces,
} from './command-palette-workspaces.ts'

export interface PaletteSection {
  title: string
  entries: PaletteEntry[]
}

/** The page or action whose workspace the user chooses. */
export interface PaletteChoice {
  placeId: string
  title: string
}

export interface PaletteInput {
  text: string
  choice: PaletteChoice | undefined
  /** The sections that the routes declare. */
  sections: readonly PageSection[]
  /** The workspaces in the order in which they are offered. */
  workspaces: readonly Workspace[]
  openId: string | undefined
  /** The members and tokens that match the text. */
  found: { members: readonly PaletteEntry[]; tokens: readonly PaletteEntry[] }
  isAdminPageOn: boolean
  /** Pages that need a verified email are disabled while this is false. */
  isEmailVerified: boolean
  otherTheme: 'light' | 'dark'
  /** Whether the user has chosen a theme, so that the system theme can be offered. */
  isThemeChosen: boolean
}

/** An entry that other words than those of its label find too. */
type Worded = PaletteEntry & { keywords?: string | undefined }

const page = (id: string, label: string, icon: IconName, link: LinkOptions): PaletteEntry => ({
  id,
  label,
  icon,
  target: { kind: 'link', link },
})

type PaletteUser = Omit<PaletteInput, 'text' | 'choice' | 'workspaces' | 'found' | 'openId'>

const verifiedOnly = (entry: Worded, isEmailVerified: boolean): Worded =>
  isEmailVerified ? entry : { ...entry, disabledReason: verifyFirst }

function pages({ sections, isAdminPageOn, isEmailVerified }: PaletteUser): Worded[] {
  return portalSections(sections, isEmailVerified)
    .filter(({ access }) => access !== 'staff' || isAdminPageOn)
    .map(({ name, label, icon, access, shortcut, link }) =>
      verifiedOnly(
        {
          ...page(name, label, icon, link),
          keywords: sectionKeywords[name],
          ...(shortcut && { shortcut: `g ${shortcut}` }),
        },
        isEmailVerified || access !== 'verified',
      ),
    )
}

const themeIcons = { light: 'sun', dark: 'moon', system: 'monitor' } as const

const themeEntry = (theme: keyof typeof themeIcons): PaletteEntry => ({
  id: `theme-${theme}`,
  label: `Use the ${theme} theme`,
  icon: themeIcons[theme],
  target: { kind: 'theme', theme },
})

function actions({ otherTheme, isThemeChosen, isEmailVerified }: PaletteUser): Worded[] {
  const create = page('create', 'Create New Workspace', 'plus', { to: '/workspace/new' })
  return [
    verifiedOnly({ ...create, keywords: 'add' }, isEmailVerified),
    themeEntry(otherTheme),
    ...(isThemeChosen ? [themeEntry('system')] : []),
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      keywords: 'keys help',
      icon: 'list',
      shortcut: '?',
      target: { kind: 'shortcuts' },
    },
    {
      id: 'documentation',
      label: 'Documentation',
      keywords: 'docs help guide handbook reference cli command line',
      icon: 'book',
      target: { kind: 'tab', url: env.docsUrl },
    },
    { ...page('logout', 'Log out', 'log-out', { to: '/logout' }), keywords: 'sign out' },
  ]
}

const withEntries = (sections: readonly PaletteSection[]): PaletteSection[] =>
  sections.filter(({ entries }) => entries.length > 0)

/** More rows would delay every key. */
const choicesShown = 50

/** The workspaces of a choice, or the first of many. */
function choiceSection({ placeId, title }: PaletteChoice, input: PlaceInput): PaletteSection {
  const entries = workspaceChoices(placeId, input)
  if (entries.length <= choicesShown) return { title, entries }
  const how = input.words.length === 0 ? 'Type' : 'Type more'
  return {
    title: `${title} ${choicesShown} of ${entries.length} workspaces. ${how} to find the others.`,
    entries: entries.slice(0, choicesShown),
  }
}

/**
 * Returns the entries that match the text: workspaces, their pages, members, tokens and actions, portal pages and actions. Empty if
 * none does.
 */
export function paletteSections({ text, choice, found, openId, ...input }: PaletteInput): PaletteSection[] {
  const words = splitWords(text)
  const { sections } = input
  const places = { words, workspaces: putFirst(input.workspaces, openId), sections, openId }
  if (choice) return withEntries([choiceSection(choice, places)])
  const isMatch = ({ label, keywords }: Worded) => missingWords(words, label, keywords).length === 0
  const openings = { title: 'Open workspace', entries: workspaceOpenings(words, input.workspaces) }
  const { pages: placePages, actions: placeActions } = workspacePlaces(places)
  const workspacePages = { title: 'Workspace pages', entries: placePages }
  return withEntries([
    // Before the user types, these are the pages of the open workspace.
    ...(words.length === 0 ? [workspacePages, openings] : [openings, workspacePages]),
    { title: 'Members', entries: [...found.members] },
    { title: 'API tokens', entries: [...found.tokens] },
    { title: 'Pages', entries: pages(input).filter(isMatch) },
    { title: 'Actions', entries: [...placeActions, ...actions(input).filter(isMatch)] },
  ])
}
