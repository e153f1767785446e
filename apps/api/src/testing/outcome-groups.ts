/** Groups of outcomes that many calls share. */
import type { CallerName } from './callers.ts'

/** What each caller gets: a status with its error type, or a redirect target. */
export type Outcomes = Partial<Record<CallerName | 'allOthers', string>>

export const ok = '200'
export const done = '204'

export const allCallers = (outcome: string): Outcomes => ({ allOthers: outcome })

/** The same outcome without a session that is in force. */
export const withoutSession = (outcome: string): Outcomes =>
  Object.fromEntries(Object.keys(sessionOnly).map((caller) => [caller, outcome]))

export const badCredentials: Outcomes = {
  nobody: '401 NotSignedIn',
  endedSession: '401 SessionEnded',
  idleSession: '401 SessionEnded',
  lateSession: '401 SessionEnded',
  forgedSession: '401 NotSignedIn',
  expiredToken: '401 TokenExpired',
  revokedToken: '401 TokenRevoked',
  forgedToken: '401 NotSignedIn',
  noToken: '401 NotSignedIn',
  deletedWorkspaceToken: '401 TokenRevoked',
  formerMembersToken: '401 TokenRevoked',
}

export const pausedTokens: Outcomes = {
  quarantinedPersonsToken: '403 AccountQuarantined',
  suspendedPersonsToken: '403 AccountSuspended',
  quarantinedWorkspaceToken: '403 WorkspaceQuarantined',
}

/** No token of any kind may make the call. */
export const sessionOnly: Outcomes = {
  ...badCredentials,
  apiToken: '403 NotAllowed',
  instanceToken: '403 NotAllowed',
  apiTokenOfAnotherWorkspace: '403 NotAllowed',
  instanceTokenOfAnotherWorkspace: '403 NotAllowed',
  manageToken: '403 NotAllowed',
  manageTokenOfAnotherWorkspace: '403 NotAllowed',
  quarantinedPersonsToken: '403 NotAllowed',
  suspendedPersonsToken: '403 NotAllowed',
  unverifiedPersonsToken: '403 NotAllowed',
  quarantinedWorkspaceToken: '403 NotAllowed',
}

export const confined: Outcomes = { quarantined: '403 AccountQuarantined', suspended: '403 AccountSuspended' }
export const termsNeeded: Outcomes = {
  neverTerms: '403 MissingTosAcceptance',
  oldTerms: '403 MissingTosAcceptance',
}
export const emailNeeded: Outcomes = { unverified: '403 EmailNotVerified' }

export const ownAccount = (outcome: string): Outcomes => ({
  ...sessionOnly,
  ...confined,
  stranger: '404 NotFound',
  allOthers: outcome,
})

/** A call about the caller's own account that the web app of an instance may also make. */
export const instanceOwnAccount: Outcomes = {
  ...badCredentials,
  ...confined,
  ...pausedTokens,
  apiToken: '403 NotAllowed',
  apiTokenOfAnotherWorkspace: '403 NotAllowed',
  manageToken: '403 NotAllowed',
  manageTokenOfAnotherWorkspace: '403 NotAllowed',
  stranger: '404 NotFound',
  allOthers: ok,
}

export const workspaceRead: Outcomes = {
  ...badCredentials,
  ...confined,
  ...pausedTokens,
  ...emailNeeded,
  unverifiedPersonsToken: '403 EmailNotVerified',
  stranger: '404 NotFound',
  invited: '404 NotFound',
  formerMember: '404 NotFound',
  staff: '404 NotFound',
  apiTokenOfAnotherWorkspace: '404 NotFound',
  instanceTokenOfAnotherWorkspace: '404 NotFound',
  manageTokenOfAnotherWorkspace: '404 NotFound',
  deletedWorkspaceSession: '404 NotFound',
  allOthers: ok,
}

export const workspaceWrite: Outcomes = {
  ...sessionOnly,
  ...confined,
  ...termsNeeded,
  ...emailNeeded,
  stranger: '404 NotFound',
  invited: '404 NotFound',
  formerMember: '404 NotFound',
  staff: '404 NotFound',
  quarantinedWorkspaceSession: '403 WorkspaceQuarantined',
  deletedWorkspaceSession: '404 NotFound',
}

export const ownerOnly = (outcome: string): Outcomes => ({
  approver: '403 NotAllowed',
  editor: '403 NotAllowed',
  owner: outcome,
})
export const ownerAndApprover = (outcome: string): Outcomes => ({
  editor: '403 NotAllowed',
  approver: outcome,
  owner: outcome,
})

/** A change of its workspace that a token with the permission `manage` may make. Its user owns the workspace. */
export const managed = (outcome: string): Outcomes => ({
  manageToken: outcome,
  manageTokenOfAnotherWorkspace: '404 NotFound',
})

/** A read that accepts only a portal session. */
export const sessionRead: Outcomes = { ...workspaceRead, ...sessionOnly }
export const ownerRead: Outcomes = {
  ...sessionRead,
  ...ownerOnly(ok),
  neverTerms: '403 NotAllowed',
  oldTerms: '403 NotAllowed',
}
/** A write that needs no terms and works in a quarantined workspace. */
export const reducing: Outcomes = without(workspaceWrite, [
  'neverTerms',
  'oldTerms',
  'quarantinedWorkspaceSession',
])
/** A write to the caller's own account. */
export const ownWrite: Outcomes = { ...sessionOnly, ...confined, ...termsNeeded, ...emailNeeded }

/** A read of a workspace that only tokens make. A portal session is no credential for it, and a cookie of one is ignored. */
export const tokenRead: Outcomes = {
  ...Object.fromEntries(Object.entries(workspaceRead).filter(([name]) => /Token|Workspace$/.test(name))),
  apiToken: ok,
  instanceToken: ok,
  manageToken: ok,
  allOthers: '401 NotSignedIn',
}

/** Suspended users may use billing, so that they can pay. */
export const ownBilling: Outcomes = { ...ownAccount(ok), ...emailNeeded, suspended: ok }

export const billingNavigation = (outcome: string): Outcomes => ({
  ...replaced(sessionOnly, () => 'portal/billing'),
  quarantined: 'portal/quarantine-notice',
  unverified: 'portal/profile',
  stranger: 'portal/billing',
  allOthers: outcome,
})

export function tokensOnly(outcomes: Outcomes): Outcomes {
  return Object.fromEntries(Object.entries(outcomes).filter(([name]) => /Token$/.test(name)))
}

export function without(outcomes: Outcomes, names: readonly string[]): Outcomes {
  return Object.fromEntries(Object.entries(outcomes).filter(([name]) => !names.includes(name)))
}

export function replaced(outcomes: Outcomes, by: (outcome: string) => string): Outcomes {
  return Object.fromEntries(Object.entries(outcomes).map(([name, outcome]) => [name, by(outcome)]))
}

/** Staff act on their own account or on an unknown one. */
export const staffWrite = (outcome: string): Outcomes => ({
  ...ownWrite,
  staff: outcome,
  allOthers: '403 NotStaff',
})

export const staffRead = (outcome: string): Outcomes => ({
  ...sessionOnly,
  ...confined,
  ...emailNeeded,
  staff: outcome,
  allOthers: '403 NotStaff',
})
