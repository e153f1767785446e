import type { Workspace } from '@portal/contract/workspaces'
import type { IconName } from '@portal/ui/lib/resolve-icon'
import { profileFormPath } from '../lib/inbox-screen.ts'
import { verifyFirst } from '../lib/use-verification.ts'
import { searchWorkspaces } from '../lib/workspace-order.ts'

/** What an entry does: goes to a page of the portal, opens a workspace, or changes the theme. */
export type PaletteTarget =
  | { kind: 'page'; href: string }
  | { kind: 'workspace'; workspaceId: string }
  | { kind: 'theme'; theme: 'light' | 'dark' | 'system' }

export interface PaletteEntry {
  id: string
  label: string
  /** Smaller, after the label. */
  detail?: string
  icon: IconName
  target: PaletteTarget
  /** Why it cannot be chosen now; shown in place of the detail. */
  disabledReason?: string
}

export interface PaletteSection {
  title: string
  entries: PaletteEntry[]
}

export interface PaletteInput {
  text: string
  /** In the order of the list. */
  workspaces: readonly Workspace[]
  isAdminPageOn: boolean
  /** Until then the pages that need a verified email are disabled. */
  isEmailVerified: boolean
  otherTheme: 'light' | 'dark'
  /** Whether a theme was chosen, from which there is a way back to the system's. */
  isThemeChosen: boolean
}

const workspacesShown = 20
/** Of how many found workspaces the settings and the tokens are offered too. */
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

/** Those that begin with the text before those that hold it, each in the order of the list. */
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

/** What the palette offers for what is typed: workspaces, their pages, the portal's pages, and actions. */
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
