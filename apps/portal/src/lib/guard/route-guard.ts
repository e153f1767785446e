/**
 * Where a navigation may lead (SPEC section 4, "Route guard"; RULES sections 1 and 4). Pure: the router carries it out.
 */
import type { User } from '@portal/contract/account'
import { isRedirectPath } from '@portal/contract/text-rules'
import { workspaceGoUrl } from '../request/api-address.ts'
import type { RouteName } from './route-names.ts'

export interface GuardInput {
  /** The person, or null when nobody is signed in. */
  session: User | null
  routeName: RouteName
  /** The address inside the portal, with its search part. */
  path: string
  params?: { workspaceId?: string }
  search?: { redirect?: unknown; verification?: unknown }
  /** Whether the ADMIN_PAGE flag is on for this person. */
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
  /** `savedPath` is to be kept as the login redirect. */
  | { kind: 'redirect'; to: GuardTarget; savedPath?: string }
  /** The browser leaves the portal. */
  | { kind: 'browser'; url: string }

const unguarded = new Set<RouteName>(['print-legal', 'logout', 'logout-success'])
const openToSignedOut = new Set<RouteName>(['login', 'signup', '404', 'legal', 'sign-in-problem'])
const notices = new Set<RouteName>(['quarantine-notice', 'suspension-notice'])
const needsVerifiedEmail = new Set<RouteName>([
  'workspaces',
  'billing',
  'workspace-settings',
  'workspace-api-tokens',
  'workspace-confirm',
])
const adminPages = new Set<RouteName>([
  'workspace-admin',
  'workspace-admin-person',
  'workspace-admin-workspace',
])
// Steps of signing in, and pages that lead nowhere: returning there is of no use to anybody.
const neverSaved = new Set<RouteName>([
  'home',
  'login',
  'signup',
  'login-success',
  'sign-in-problem',
  'review-legal',
  'profile',
  'legal',
  'not-a-member',
  '404',
])

const stay: GuardDecision = { kind: 'stay' }
const to = (target: GuardTarget, savedPath?: string): GuardDecision =>
  savedPath === undefined ? { kind: 'redirect', to: target } : { kind: 'redirect', to: target, savedPath }

function forSignedOut({ routeName, path }: GuardInput): GuardDecision {
  if (openToSignedOut.has(routeName)) return stay
  // The page after sign-in consumes what is saved, so it must not overwrite it.
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
  const savedPath = neverSaved.has(routeName) ? undefined : path
  if (user.needsTosUpdate) return routeName === 'review-legal' ? stay : to('/review-legal', savedPath)
  if (user.onboardingDetails.reviewedProfile === null) {
    return routeName === 'profile' || routeName === 'legal' ? stay : to('/profile', savedPath)
  }
  if (!user.emailVerified && needsVerifiedEmail.has(routeName)) {
    // Everyone passes the workspaces, which must not replace a path that the user asked for.
    return to('/profile', routeName === 'workspaces' ? undefined : path)
  }
}

function workspaceGo({ params, search }: GuardInput): GuardDecision {
  if (!params?.workspaceId) return to('/workspaces')
  const { redirect } = search ?? {}
  const url = workspaceGoUrl(params.workspaceId, isRedirectPath(redirect) ? redirect : undefined)
  return { kind: 'browser', url }
}

/** The staff's pages, which a flag may open to others too. */
export function isAdminPage(routeName: RouteName): boolean {
  return adminPages.has(routeName)
}

/**
 * Pages with a message of their own for a session that ends while they are open. They stay, and the guard applies to the
 * next navigation.
 */
export function hasSignedOutMessage(routeName: RouteName): boolean {
  return routeName === 'workspace-api-tokens'
}

/** Pages that are shown without asking who is there. */
export function isUnguarded(routeName: RouteName): boolean {
  return unguarded.has(routeName)
}

/** Pages that are of use while nobody knows who is there: the auth check has failed. */
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
  const mayOpenAdmin = input.isAdminPageOn || user.email.includes(input.staffDomain)
  if (isAdminPage(routeName) && !mayOpenAdmin) return to('/workspaces')
  return stay
}
