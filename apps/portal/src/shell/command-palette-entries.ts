import type { Workspace } from '@portal/contract/workspaces/workspaces'
import type { IconName } from '@portal/ui/lib/resolve-icon'
import type { LinkOptions } from '@tanstack/react-router'
import { verifyFirst } from '../features/account/use-verification.ts'
import { type PageSection, portalSections } from '../lib/layout/sections.ts'
import type { PaletteEntry } from './command-palette-workspaces.ts'
import { missingWords, splitWords, workspaceOpenings, workspacePlaces } from './command-palette-workspaces.ts'

export interface PaletteSection {
  title: string
  entries: PaletteEntry[]
}

export interface PaletteInput {
  text: string
  /** The sections that the routes declare. */
  sections: readonly PageSection[]
  /** The workspaces in the order in which they are offered. */
  workspaces: readonly Workspace[]
  /** The members and tokens that match the text. */
  found: { members: readonly PaletteEntry[]; tokens: readonly PaletteEntry[] }
  isAdminPageOn: boolean
  /** Pages that need a verified email are disabled while this is false. */
  isEmailVerified: boolean
  otherTheme: 'light' | 'dark'
  /** Whether the user has chosen a theme, so that the system theme can be offered. */
  isThemeChosen: boolean
}

const page = (id: string, label: string, icon: IconName, link: LinkOptions): PaletteEntry => ({
  id,
  label,
  icon,
  target: { kind: 'link', link },
})

type PaletteUser = Omit<PaletteInput, 'text' | 'workspaces' | 'found'>

const verifiedOnly = (entry: PaletteEntry, isEmailVerified: boolean): PaletteEntry =>
  isEmailVerified ? entry : { ...entry, disabledReason: verifyFirst }

function pages({ sections, isAdminPageOn, isEmailVerified }: PaletteUser): PaletteEntry[] {
  return portalSections(sections, isEmailVerified)
    .filter(({ access }) => access !== 'staff' || isAdminPageOn)
    .map(({ name, label, icon, access, link }) =>
      verifiedOnly(page(name, label, icon, link), isEmailVerified || access !== 'verified'),
    )
}

const themeIcons = { light: 'sun', dark: 'moon', system: 'monitor' } as const

const themeEntry = (theme: keyof typeof themeIcons): PaletteEntry => ({
  id: `theme-${theme}`,
  label: `Use the ${theme} theme`,
  icon: themeIcons[theme],
  target: { kind: 'theme', theme },
})

function actions({ otherTheme, isThemeChosen, isEmailVerified }: PaletteUser): PaletteEntry[] {
  return [
    verifiedOnly(page('create', 'Create New Workspace', 'plus', { to: '/workspace/new' }), isEmailVerified),
    themeEntry(otherTheme),
    ...(isThemeChosen ? [themeEntry('system')] : []),
    page('logout', 'Log out', 'log-out', { to: '/logout' }),
  ]
}

/** Returns the entries that match the text: workspaces, their pages, members, tokens and actions, portal pages and actions. */
export function paletteSections({ text, workspaces, found, ...user }: PaletteInput): PaletteSection[] {
  const words = splitWords(text)
  const isMatch = ({ label }: PaletteEntry) => missingWords(words, label).length === 0
  const places = workspacePlaces(words, workspaces, user.sections)
  return [
    { title: 'Open workspace', entries: workspaceOpenings(words, workspaces) },
    { title: 'Workspace pages', entries: places.pages },
    { title: 'Members', entries: [...found.members] },
    { title: 'API tokens', entries: [...found.tokens] },
    { title: 'Pages', entries: pages(user).filter(isMatch) },
    { title: 'Actions', entries: [...places.actions, ...actions(user).filter(isMatch)] },
  ].filter(({ entries }) => entries.length > 0)
}
