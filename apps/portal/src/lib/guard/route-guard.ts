/** Decides where a navigation may lead: docs/product/sign-in.md#route-guard. Pure: `enforceGuard` applies the decision. */
import type { User } from '@portal/contract/account/account'
import { isRedirectPath } from '@portal/contract/text/text-rules'
import type { StaticDataRouteOption } from '@tanstack/react-router'
import { workspaceGoUrl } from '../request/api-address.ts'
import type { Access } from './static-data.ts'

/** What the guard reads of a page's declaration. */
export type GuardedPage = Pick<StaticDataRouteOption, 'name' | 'access' | 'returnTo'>

export interface GuardInput {
  /** The user, or null if signed out. */
  session: User | null
  page: GuardedPage
  /** The path inside the portal, including the query string. */
  path: string
  params?: { workspaceId?: string }
  search?: { redirect?: unknown; verification?: unknown }
  /** Whether the ADMIN_PAGE flag is on for this user. */
  isAdminPageOn: boolean
  staffDomain: string
}

export type GuardTarget =
  | '/login'
  | '/login-success'
  | '/quarantine-notice'
  | '/suspension-notice'
  | '/workspaces'
  | '/review-legal'
  | '/profile'

export type GuardDecision =
  | { kind: 'stay' }
  /** `savedPath` is stored as the login redirect, and `fallbackPath` only if none is stored yet. */
  | { kind: 'redirect'; to: GuardTarget; savedPath?: string; fallbackPath?: string }
  /** The browser leaves the portal. */
  | { kind: 'browser'; url: string }

const stay: GuardDecision = { kind: 'stay' }
const to = (target: GuardTarget, savedPath?: string): GuardDecision =>
  savedPath === undefined ? { kind: 'redirect', to: target } : { kind: 'redirect', to: target, savedPath }

/** Redirects to a step that the user must finish before the requested page. */
function toStep(target: GuardTarget, { access, returnTo }: GuardedPage, path: string): GuardDecision {
  if (access === 'public' || returnTo === 'never') return to(target)
  return returnTo === 'fallback' ? { kind: 'redirect', to: target, fallbackPath: path } : to(target, path)
}

function forSignedOut({ page, path }: GuardInput): GuardDecision {
  if (page.access === 'public') return stay
  // The page after sign-in reads the saved path, so it must not overwrite it.
  return to('/login', page.name === 'login-success' ? undefined : path)
}

function forConfined(user: User, access: Access): GuardDecision | undefined {
  if (user.quarantinedAt) return access === 'quarantined' ? stay : to('/quarantine-notice')
  if (user.suspendedAt) return access === 'suspended' ? stay : to('/suspension-notice')
  if (access === 'quarantined' || access === 'suspended') return to('/workspaces')
}

function forUnfinished(user: User, { page, path, search }: GuardInput): GuardDecision | undefined {
  const { name, access, returnTo } = page
  // The link in the verification email refreshes the profile first, wherever the user then continues.
  if (name === 'login-success' && search?.verification === 'done') return stay
  if (user.needsTosUpdate) return name === 'review-legal' ? stay : toStep('/review-legal', page, path)
  if (user.onboardingDetails.reviewedProfile === null)
    return name === 'profile' || name === 'legal' ? stay : toStep('/profile', page, path)
  if (!user.emailVerified && access === 'verified') return to('/profile', returnTo ? undefined : path)
}

function workspaceGo({ params, search }: GuardInput): GuardDecision {
  if (!params?.workspaceId) return to('/workspaces')
  const { redirect } = search ?? {}
  const url = workspaceGoUrl(params.workspaceId, isRedirectPath(redirect) ? redirect : undefined)
  return { kind: 'browser', url }
}

/**
 * Whether the page shows its own message when the session ends while it is open. The page stays, and the guard applies to
 * the next navigation.
 */
export function hasSignedOutMessage(routeName: string | undefined): boolean {
  return routeName === 'workspace-api-tokens'
}

export function guard(input: GuardInput): GuardDecision {
  const { session: user, page } = input
  if (page.access === 'unguarded') return stay
  if (!user) return forSignedOut(input)
  const decision = forConfined(user, page.access) ?? forUnfinished(user, input)
  if (decision) return decision
  if (page.name === 'login' || page.name === 'signup') return to('/login-success')
  if (page.name === 'workspace-go') return workspaceGo(input)
  // Looser than the API's rule and grants nothing: docs/product/staff.md#the-admin-page.
  const mayOpenAdmin = input.isAdminPageOn || user.isStaff || user.email.includes(input.staffDomain)
  if (page.access === 'staff' && !mayOpenAdmin) return to('/workspaces')
  return stay
}
