/**
 * Redirects a refused browser navigation to the portal page that explains the refusal, instead of showing raw JSON.
 * See docs/product/sign-in.md#navigations.
 */
import type { ErrorType } from '@portal/contract/errors'
import { isRedirectPath } from '@portal/contract/text/text-rules'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Person } from '../guard/caller.ts'
import type { Refusal } from './errors/refusal.ts'

const pages: Partial<Record<ErrorType, string>> = {
  MissingTosAcceptance: '/review-legal',
  EmailNotVerified: '/profile',
  AccountQuarantined: '/quarantine-notice',
  AccountSuspended: '/suspension-notice',
  NotFound: '/not-a-member',
  NotAllowed: '/not-a-member',
  WorkspaceQuarantined: '/not-a-member?reason=quarantined',
  ValidationError: '/not-a-member?reason=address',
  TooManyRequests: '/sign-in-problem?reason=too-many',
  InternalError: '/sign-in-problem?reason=failed',
  IdentityProviderUnavailable: '/sign-in-problem?reason=unavailable',
  DatabaseUnavailable: '/sign-in-problem?reason=unavailable',
  ServiceOverloaded: '/sign-in-problem?reason=unavailable',
}

/** Why a sign-in failed. The portal's sign-in problem page explains each reason. */
export type SignInProblem =
  | 'expired'
  | 'foreign'
  | 'denied'
  | 'no-email'
  | 'no-auth-time'
  | 'not-repeated'
  | 'other-account'
  | 'failed'
  | 'deleted'
  | 'removed'
  | 'not-approved'
  | 'unavailable'

export const signInProblemPage = (config: Config, reason: SignInProblem) =>
  `${config.PORTAL_URL}/sign-in-problem?reason=${reason}`

/** Why a page of the billing provider did not open. The portal's billing page explains each reason. */
export type BillingProblem = 'unavailable' | 'not-configured' | 'too-many' | 'failed'

/** Returns the URL of the billing page, or of the suspension notice for a suspended user. */
export function billingPage(config: Config, person: Person | undefined, problem?: BillingProblem): string {
  const page = person?.suspendedAt ? '/suspension-notice' : '/billing'
  return `${config.PORTAL_URL}${page}${problem === undefined ? '' : `?problem=${problem}`}`
}

/** Returns the page for a refused navigation to the billing provider, or undefined for any other navigation. */
function billingProblemPage(refusal: Refusal, request: FastifyRequest, config: Config): string | undefined {
  const person = request.caller?.person
  if (refusal.type === 'BillingUnavailable') return billingPage(config, person, 'unavailable')
  const isBilling = /^\/users\/[^/]+\/billing\//.test(request.url)
  if (isBilling && refusal.type === 'TooManyRequests') return billingPage(config, person, 'too-many')
  if (isBilling && refusal.type === 'InternalError') return billingPage(config, person, 'failed')
  const isElsewhere =
    refusal.status === 401 || ['NotFound', 'NotAllowed', 'ValidationError'].includes(refusal.type)
  return isBilling && isElsewhere ? billingPage(config, person) : undefined
}

/** Returns the portal page for a refused navigation. A signed-out user returns to the target after signing in. */
export function problemPage(refusal: Refusal, request: FastifyRequest, config: Config): string {
  const path = request.url.split('?')[0] ?? '/'
  const isWorkspaceGo = /^\/workspaces\/[0-9A-Za-z]{1,64}\/go$/.test(path)
  if (refusal.status === 401 && isWorkspaceGo) {
    const wanted = (request.query as { redirect?: unknown }).redirect
    const redirect = isRedirectPath(wanted) ? `?redirect=${encodeURIComponent(wanted)}` : ''
    return `${config.PORTAL_URL}${path.replace('/workspaces/', '/workspace/')}${redirect}`
  }
  const billingProblem = billingProblemPage(refusal, request, config)
  if (billingProblem !== undefined) return billingProblem
  if (refusal.status === 401) return `${config.PORTAL_URL}/login`
  if (path.startsWith('/auth/') && refusal.type === 'ValidationError')
    return signInProblemPage(config, 'failed')
  return `${config.PORTAL_URL}${pages[refusal.type] ?? '/sign-in-problem?reason=failed'}`
}
