import type { IconName } from '@portal/ui/lib/resolve-icon'
import type { LinkOptions } from '@tanstack/react-router'

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
