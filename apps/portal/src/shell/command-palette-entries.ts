import type { Workspace } from '@portal/contract/workspaces'
import type { IconName } from '@portal/ui/lib/resolve-icon'
import { profileFormPath } from '../lib/inbox-screen.ts'
import { verifyFirst } from '../lib/use-verification.ts'
import { searchWorkspaces } from '../lib/workspace-order.ts'

/** What an entry does: navigates to a page, opens a workspace or changes the theme. */
export type PaletteTarget =
  | { kind: 'page'; href: string }
  | { kind: 'workspace'; workspaceId: string }
  | { kind: 'theme'; theme: 'light' | 'dark' | 'system' }

export interface PaletteEntry {
  id: string
  label: string
  /** Secondary text after the label. */
  detail?: string
  icon: IconName
  target: PaletteTarget
  /** Why the entry is disabled. Shown instead of the detail. */
  disabledReason?: string
}

export interface PaletteSection {
  title: string
  entries: PaletteEntry[]
}

export interface PaletteInput {
  text: string
  /** The workspaces in list order. */
  workspaces: readonly Workspace[]
  isAdminPageOn: boolean
  /** Pages that need a verified email are disabled while this is false. */
  isEmailVerified: boolean
  otherTheme: 'light' | 'dark'
  /** Whether the user has chosen a theme, so that the system theme can be offered. */
  isThemeChosen: boolean
}

const workspacesShown = 20
/** For how many matching workspaces the settings and token pages are also listed. */
const workspacesDetailed = 3

const page = (id: string, label: string, icon: IconName, href: string): PaletteEntry => ({
  id,
  label,
  icon,
  target: { kind: 'page', href },
})

type Standing = Omit<PaletteInput, 'text' | 'workspaces'>

const verifiedOnly = (entry: PaletteEntry, isEmailVerified: boolean): PaletteEntry =>
  isEmailVerified ? entry : { ...entry, disabledReason: verifyFirst }

function pages({ isAdminPageOn, isEmailVerified }: Standing): PaletteEntry[] {
  return [
    verifiedOnly(page('workspaces', 'Workspaces', 'boxes', '/workspaces'), isEmailVerified),
    verifiedOnly(page('billing', 'Billing', 'credit-card', '/billing'), isEmailVerified),
    page('profile', 'Profile', 'user', isEmailVerified ? '/profile' : profileFormPath),
    page('legal', 'Legal', 'scale', '/legal'),
    ...(isAdminPageOn ? [page('admin', 'Admin', 'shield', '/workspace-admin')] : []),
  ]
}

const themeIcons = { light: 'sun', dark: 'moon', system: 'monitor' } as const

const themeEntry = (theme: keyof typeof themeIcons): PaletteEntry => ({
  id: `theme-${theme}`,
  label: `Use the ${theme} theme`,
  icon: themeIcons[theme],
  target: { kind: 'theme', theme },
})

function actions({ otherTheme, isThemeChosen, isEmailVerified }: Standing): PaletteEntry[] {
  return [
    verifiedOnly(page('create', 'Create New Workspace', 'plus', '/workspace/new'), isEmailVerified),
    themeEntry(otherTheme),
    ...(isThemeChosen ? [themeEntry('system')] : []),
    page('logout', 'Log out', 'log-out', '/logout'),
  ]
}

/** Returns matches that start with the text before other matches, each in list order. */
function find(workspaces: readonly Workspace[], text: string): Workspace[] {
  const wanted = text.toLocaleLowerCase()
  const found = searchWorkspaces(workspaces, text)
  const isFirst = ({ displayName }: Workspace) => displayName.toLocaleLowerCase().startsWith(wanted)
  const [first, rest] = [found.filter(isFirst), found.filter((workspace) => !isFirst(workspace))]
  return [...first, ...rest]
}

function opening({ id, displayName, instanceUrl }: Workspace): PaletteEntry {
  return {
    id: `open-${id}`,
    label: displayName,
    detail: instanceUrl,
    icon: 'external-link',
    target: { kind: 'workspace', workspaceId: id },
  }
}

function detailsOf({ id, displayName }: Workspace): PaletteEntry[] {
  return [
    page(`settings-${id}`, `Settings of ${displayName}`, 'settings', `/workspace/${id}`),
    page(`tokens-${id}`, `API Tokens of ${displayName}`, 'key', `/workspace/${id}/tokens`),
  ]
}

/** Returns the entries that match the text: workspaces, their pages, portal pages and actions. */
export function paletteSections({ text, workspaces, ...standing }: PaletteInput): PaletteSection[] {
  const wanted = text.trim().toLocaleLowerCase()
  const found = find(workspaces, wanted)
  const holdsText = ({ label }: PaletteEntry) => label.toLocaleLowerCase().includes(wanted)
  return [
    {
      title: 'Open workspace',
      entries: found
        .filter(({ quarantinedAt, isHidden }) => !quarantinedAt && (wanted !== '' || !isHidden))
        .slice(0, workspacesShown)
        .map(opening),
    },
    {
      title: 'Workspace pages',
      entries: wanted === '' ? [] : found.slice(0, workspacesDetailed).flatMap(detailsOf),
    },
    { title: 'Pages', entries: pages(standing).filter(holdsText) },
    { title: 'Actions', entries: actions(standing).filter(holdsText) },
  ].filter(({ entries }) => entries.length > 0)
}
