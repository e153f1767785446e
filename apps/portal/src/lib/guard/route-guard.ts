/** Decides where a navigation may lead: docs/product/sign-in.md#route-guard. Pure: `enforceGuard` applies the decision. */
import type { User } from '@portal/contract/account/account'
import { isRedirectPath } from '@portal/contract/text/text-rules'
import { workspaceGoUrl } from '../request/api-address.ts'
import type { RouteName } from './route-names.ts'

export interface GuardInput {
  /** The user, or null if signed out. */
  session: User | null
  routeName: RouteName
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

const unguarded = new Set<RouteName>(['print-legal', 'logout', 'logout-success'])
const openToSignedOut = new Set<RouteName>([
  'login',
  'signup',
  '404',
  'legal',
  'sign-in-problem',
  'is-it-yours',
])
const notices = new Set<RouteName>(['quarantine-notice', 'suspension-notice'])
// A page that is missing here redirects users with an unverified email to their profile.
const openToUnverified = new Set<RouteName>([
  'home',
  'login',
  'signup',
  'login-success',
  'sign-in-problem',
  'is-it-yours',
  'legal',
  'review-legal',
  'profile',
  'profile-security',
  'profile-tokens',
  'profile-staff-access',
  'profile-data',
  'dashboard',
  'tutorial',
  'default-workspace',
  'workspace-go',
  'workspace-admin',
  'workspace-admin-person',
  'workspace-admin-workspace',
  'invitation',
  'not-a-member',
  '404',
])
const adminPages = new Set<RouteName>([
  'workspace-admin',
  'workspace-admin-person',
  'workspace-admin-workspace',
])
// Steps of the sign-in and dead ends, which aren't useful as return pages.
const neverSaved = new Set<RouteName>([
  'home',
  'login',
  'signup',
  'login-success',
  'sign-in-problem',
  'is-it-yours',
  'review-legal',
  'profile',
  'legal',
  'not-a-member',
  '404',
])
// A sign-in and the logo lead here, so these pages must not replace a path that the user requested.
const entryPages = new Set<RouteName>(['workspaces', 'default-workspace', 'dashboard', 'tutorial'])

const stay: GuardDecision = { kind: 'stay' }
const to = (target: GuardTarget, savedPath?: string): GuardDecision =>
  savedPath === undefined ? { kind: 'redirect', to: target } : { kind: 'redirect', to: target, savedPath }

/** Redirects to a step that the user must finish before the requested page. */
function toStep(target: GuardTarget, routeName: RouteName, path: string): GuardDecision {
  if (neverSaved.has(routeName)) return to(target)
  return entryPages.has(routeName) ? { kind: 'redirect', to: target, fallbackPath: path } : to(target, path)
}

function forSignedOut({ routeName, path }: GuardInput): GuardDecision {
  if (openToSignedOut.has(routeName)) return stay
  // The page after sign-in reads the saved path, so it must not overwrite it.
  return to('/login', routeName === 'home' || routeName === 'login-success' ? undefined : path)
}

function forConfined(user: User, routeName: RouteName): GuardDecision | undefined {
  if (user.quarantinedAt) return routeName === 'quarantine-notice' ? stay : to('/quarantine-notice')
  if (user.suspendedAt) return routeName === 'suspension-notice' ? stay : to('/suspension-notice')
  if (notices.has(routeName)) return to('/workspaces')
}

function forUnfinished(user: User, { routeName, path, search }: GuardInput): GuardDecision | undefined {
  // The link in the verification email refreshes the profile first, wherever the user then continues.
  if (routeName === 'login-success' && search?.verification === 'done') return stay
  if (user.needsTosUpdate)
    return routeName === 'review-legal' ? stay : toStep('/review-legal', routeName, path)
  if (user.onboardingDetails.reviewedProfile === null) {
    return routeName === 'profile' || routeName === 'legal' ? stay : toStep('/profile', routeName, path)
  }
  if (!user.emailVerified && !openToUnverified.has(routeName)) {
    return to('/profile', entryPages.has(routeName) ? undefined : path)
  }
}

function workspaceGo({ params, search }: GuardInput): GuardDecision {
  if (!params?.workspaceId) return to('/workspaces')
  const { redirect } = search ?? {}
  const url = workspaceGoUrl(params.workspaceId, isRedirectPath(redirect) ? redirect : undefined)
  return { kind: 'browser', url }
}

/** Whether the page is for staff. The ADMIN_PAGE flag can open it to other users. */
export function isAdminPage(routeName: RouteName): boolean {
  return adminPages.has(routeName)
}

/**
 * Whether the page shows its own message when the session ends while it is open. The page stays, and the guard applies to
 * the next navigation.
 */
export function hasSignedOutMessage(routeName: RouteName): boolean {
  return routeName === 'workspace-api-tokens'
}

/** Whether the page is shown without an auth check. */
export function isUnguarded(routeName: RouteName): boolean {
  return unguarded.has(routeName)
}

/** Whether the page is useful even if the auth check failed. */
export function isOpenWithoutSession(routeName: RouteName): boolean {
  return routeName === 'home' || openToSignedOut.has(routeName)
}

export function guard(input: GuardInput): GuardDecision {
  const { session: user, routeName } = input
  if (isUnguarded(routeName)) return stay
  if (!user) return forSignedOut(input)
  const decision = forConfined(user, routeName) ?? forUnfinished(user, input)
  if (decision) return decision
  if (routeName === 'login' || routeName === 'signup') return to('/login-success')
  if (routeName === 'workspace-go') return workspaceGo(input)
  // Looser than the API's rule and grants nothing: docs/product/staff.md#the-admin-page.
  const mayOpenAdmin = input.isAdminPageOn || user.isStaff || user.email.includes(input.staffDomain)
  if (isAdminPage(routeName) && !mayOpenAdmin) return to('/workspaces')
  return stay
}
