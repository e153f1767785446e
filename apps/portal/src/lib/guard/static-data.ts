/** What a route declares about its page. The guard, the navigation, titles, page views and tests read it from the router. */
import type { Right } from '@portal/contract/members/roles'
import type { BaseIconName } from '@portal/ui/lib/icon-set'

/** Who may open a page: docs/product/sign-in.md#route-guard. */
export type Access =
  /** Every visitor, even if the auth check fails or is pending. */
  | 'unguarded'
  /** Every visitor, except users who must finish a step first. */
  | 'public'
  | 'signed-in'
  /** Users with a verified email. */
  | 'verified'
  /** Staff, and users with the ADMIN_PAGE flag. */
  | 'staff'
  /** Quarantined users only, who may open no other page. */
  | 'quarantined'
  /** Suspended users only, who may open no other page. */
  | 'suspended'
  /** Not a page by itself. It wraps other routes. */
  | 'layout'

/** An entry of a navigation. The command palette lists the entries of all three. */
export type Section = {
  label: string
  /** The heading, if it differs from the label. Empty if the workspace's name is the whole heading. */
  title?: string
  icon: BaseIconName
  /** The position in the navigation. The palette lists `portal` and `account` together. */
  order: number
  /** The letter that opens the section after `g`. */
  shortcut?: string
  /** Marked in red while it is the current section. */
  isDanger?: boolean
} & (
  | { in: 'portal' | 'account' }
  /** Listed only for members whose role has this right. */
  | { in: 'workspace'; right: Right }
)

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Sent with page views. */
    name: string
    access: Access
    /**
     * Whether the page is opened again after a step that the user must finish first, such as accepting the terms. `fallback` pages
     * never replace another return page. Public pages are never opened again.
     */
    returnTo?: 'never' | 'fallback'
    section?: Section
  }
}
