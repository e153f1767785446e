/**
 * Who gets what, written by hand from RULES sections 3 and 4 and not from the calls' own `access`: one row a call. An
 * outcome is a status with its error type, or where a browser is sent.
 */
type Outcomes = Record<string, string>

const ok = '200'
const done = '204'

const everybody = (outcome: string): Outcomes => ({ everybodyElse: outcome })

const badCredentials: Outcomes = {
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

const pausedTokens: Outcomes = {
  quarantinedPersonsToken: '403 AccountQuarantined',
  suspendedPersonsToken: '403 AccountSuspended',
  quarantinedWorkspaceToken: '403 WorkspaceQuarantined',
}

/** No token of any kind may make the call. */
const sessionOnly: Outcomes = {
  ...badCredentials,
  apiToken: '403 NotAllowed',
  instanceToken: '403 NotAllowed',
  apiTokenOfAnotherWorkspace: '403 NotAllowed',
  instanceTokenOfAnotherWorkspace: '403 NotAllowed',
  quarantinedPersonsToken: '403 NotAllowed',
  suspendedPersonsToken: '403 NotAllowed',
  unverifiedPersonsToken: '403 NotAllowed',
  quarantinedWorkspaceToken: '403 NotAllowed',
}

const confined: Outcomes = { quarantined: '403 AccountQuarantined', suspended: '403 AccountSuspended' }
const termsNeeded: Outcomes = { neverTerms: '403 MissingTosAcceptance', oldTerms: '403 MissingTosAcceptance' }
const emailNeeded: Outcomes = { unverified: '403 EmailNotVerified' }

const ownAccount = (outcome: string): Outcomes => ({
  ...sessionOnly,
  ...confined,
  stranger: '404 NotFound',
  everybodyElse: outcome,
})

const workspaceRead: Outcomes = {
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
  deletedWorkspaceSession: '404 NotFound',
  everybodyElse: ok,
}

const workspaceWrite: Outcomes = {
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

const ownerOnly = (outcome: string): Outcomes => ({
  approver: '403 NotAllowed',
  editor: '403 NotAllowed',
  owner: outcome,
})
const ownerAndApprover = (outcome: string): Outcomes => ({
  editor: '403 NotAllowed',
  approver: outcome,
  owner: outcome,
})

/** A read with a portal session alone. */
const sessionRead: Outcomes = { ...workspaceRead, ...sessionOnly }
const ownerRead: Outcomes = {
  ...sessionRead,
  ...ownerOnly(ok),
  neverTerms: '403 NotAllowed',
  oldTerms: '403 NotAllowed',
}
/** A write that needs no terms and works in a quarantined workspace. */
const reducing: Outcomes = without(workspaceWrite, ['neverTerms', 'oldTerms', 'quarantinedWorkspaceSession'])
/** Of one's own address, in no workspace. */
const ownWrite: Outcomes = { ...sessionOnly, ...confined, ...termsNeeded, ...emailNeeded }

/** Staff's alone; they name themselves or nobody. */
const staffWrite = (outcome: string): Outcomes => ({
  ...ownWrite,
  staff: outcome,
  everybodyElse: '403 NotStaff',
})

/** Suspended people are paused pending payment: they may see to it. */
const ownBilling: Outcomes = { ...ownAccount(ok), ...emailNeeded, suspended: ok }

const billingNavigation = (outcome: string): Outcomes => ({
  ...replaced(sessionOnly, () => 'portal/billing'),
  quarantined: 'portal/quarantine-notice',
  unverified: 'portal/profile',
  stranger: 'portal/billing',
  everybodyElse: outcome,
})

const signInFirst = 'portal/workspace/ID/go'
const notAMember = 'portal/not-a-member'

export const expectedOutcomes: Record<string, Outcomes> = {
  'service.root': { ...tokensOnly(badCredentials), ...pausedTokens, everybodyElse: ok },
  'service.live': everybody(ok),
  'service.ready': everybody(ok),
  'service.publicKeys': everybody(ok),
  'signIn.start': everybody('https://identity.example/authorize'),
  'signIn.callback': everybody('portal/sign-in-problem?reason=failed'),
  'signIn.end': everybody('https://identity.example/v2/logout'),
  'signIn.ended': everybody('portal/logout-success'),
  'sessions.end': {
    ...badCredentials,
    apiToken: '403 NotAllowed',
    apiTokenOfAnotherWorkspace: '403 NotAllowed',
    everybodyElse: done,
  },
  'sessions.list': ownAccount(ok),
  'sessions.endOne': ownAccount(done),
  'sessions.endOthers': ownAccount(ok),
  'sessions.identities': ownAccount(ok),
  'account.whoami': { ...badCredentials, ...pausedTokens, everybodyElse: ok },
  'account.update': { ...ownAccount(ok), ...termsNeeded },
  'account.completeProfile': { ...ownAccount(ok), ...termsNeeded },
  'account.refreshAuth0Profile': ownAccount(ok),
  'account.resendEmailVerification': { ...ownAccount('409 EmailAlreadyVerified'), unverified: done },
  'myData.download': { ...ownAccount(ok), suspended: ok },
  'myData.deletionPreview': ownAccount(ok),
  'myData.deleteAccount': ownAccount('400 ValidationError'),
  'people.setQuarantine': staffWrite('409 Conflict'),
  'people.setSuspension': staffWrite('409 Conflict'),
  'people.restore': staffWrite('404 NotFound'),
  'legal.agree': { ...sessionOnly, ...confined, everybodyElse: ok },
  'workspaces.list': {
    ...badCredentials,
    ...confined,
    ...pausedTokens,
    ...emailNeeded,
    unverifiedPersonsToken: '403 EmailNotVerified',
    everybodyElse: ok,
  },
  'workspaces.create': { ...sessionOnly, ...confined, ...termsNeeded, ...emailNeeded, everybodyElse: ok },
  'workspaces.read': workspaceRead,
  'workspaces.go': {
    ...replaced(sessionOnly, () => notAMember),
    ...replaced(badCredentials, () => signInFirst),
    quarantined: 'portal/quarantine-notice',
    suspended: 'portal/suspension-notice',
    neverTerms: 'portal/review-legal',
    oldTerms: 'portal/review-legal',
    unverified: 'portal/profile',
    stranger: notAMember,
    invited: notAMember,
    formerMember: notAMember,
    staff: notAMember,
    quarantinedWorkspaceSession: 'portal/not-a-member?reason=quarantined',
    deletedWorkspaceSession: notAMember,
    everybodyElse: 'http://localhost:8080/auth-connect',
  },
  'workspaces.confirmAddress': { ...workspaceWrite, everybodyElse: done },
  'workspaces.update': { ...workspaceWrite, ...ownerOnly(ok) },
  'workspaces.delete': { ...workspaceWrite, ...ownerOnly(done) },
  'workspaces.listDeleted': { ...sessionOnly, ...confined, ...emailNeeded, everybodyElse: ok },
  'workspaces.restore': {
    ...ownWrite,
    deletedWorkspaceSession: ok,
    // The session above has brought the workspace back, and here its token was never revoked.
    deletedWorkspaceToken: '403 NotAllowed',
    everybodyElse: '404 NotFound',
  },
  'workspaces.setFavourite': { ...workspaceWrite, quarantinedWorkspaceSession: ok, everybodyElse: ok },
  'workspaces.setHidden': { ...workspaceWrite, quarantinedWorkspaceSession: ok, everybodyElse: ok },
  'workspaces.setDefault': { ...workspaceWrite, ...ownerOnly(done) },
  'workspaces.setApprovals': { ...workspaceWrite, ...ownerOnly(ok) },
  'workspaces.setQuarantine': staffWrite(ok),
  'members.list': { ...workspaceRead, quarantinedWorkspaceSession: ok },
  'members.invite': { ...workspaceWrite, ...ownerAndApprover(ok) },
  'members.changeRole': { ...workspaceWrite, ...ownerOnly('409 OwnerLocked') },
  'members.remove': {
    ...workspaceWrite,
    ...ownerAndApprover('404 NotFound'),
    quarantinedWorkspaceSession: '404 NotFound',
  },
  'members.access': {
    ...sessionRead,
    ...ownerAndApprover(ok),
    neverTerms: '403 NotAllowed',
    oldTerms: '403 NotAllowed',
  },
  'members.leave': {
    ...reducing,
    owner: '409 OwnerLocked',
    quarantinedWorkspaceSession: '409 OwnerLocked',
    everybodyElse: done,
  },
  'invitations.mine': { ...sessionOnly, ...confined, ...emailNeeded, everybodyElse: ok },
  'invitations.byCode': { ...sessionOnly, ...confined, invited: ok, everybodyElse: '404 NotFound' },
  'invitations.accept': { ...ownWrite, invited: ok, everybodyElse: '404 NotFound' },
  'invitations.decline': {
    invited: done,
    ...ownWrite,
    neverTerms: '404 NotFound',
    oldTerms: '404 NotFound',
    everybodyElse: '404 NotFound',
  },
  'invitations.resend': { ...workspaceWrite, ...ownerAndApprover('404 NotFound') },
  'invitations.link': { ...workspaceWrite, ...ownerAndApprover('404 NotFound') },
  'invitations.withdraw': {
    ...workspaceWrite,
    ...ownerAndApprover('404 NotFound'),
    quarantinedWorkspaceSession: '404 NotFound',
  },
  'ownership.mine': { ...sessionOnly, ...confined, ...emailNeeded, everybodyElse: ok },
  'ownership.offer': { ...workspaceWrite, ...ownerOnly('409 Conflict') },
  'ownership.withdraw': {
    ...workspaceWrite,
    ...ownerOnly('404 NotFound'),
    quarantinedWorkspaceSession: '404 NotFound',
  },
  'ownership.accept': { ...workspaceWrite, everybodyElse: '404 NotFound' },
  'ownership.decline': { ...reducing, everybodyElse: '404 NotFound' },
  'activity.list': { ...ownerRead, quarantinedWorkspaceSession: ok },
  'activity.download': { ...ownerRead, quarantinedWorkspaceSession: ok },
  'tokens.list': { ...sessionRead, everybodyElse: ok },
  'tokens.mine': { ...ownAccount(ok), ...emailNeeded },
  'tokens.create': { ...workspaceWrite, everybodyElse: ok },
  'tokens.read': { ...sessionRead, everybodyElse: '404 NotFound' },
  'tokens.rename': { ...workspaceWrite, everybodyElse: '404 NotFound' },
  'tokens.revoke': { ...reducing, everybodyElse: '404 NotFound' },
  'billing.readDetails': ownBilling,
  'billing.saveDetails': { ...ownAccount(ok), ...termsNeeded, ...emailNeeded },
  'billing.activeSubscription': ownBilling,
  'billing.hasDetails': ownBilling,
  'billing.createIntegration': { ...ownAccount(done), ...termsNeeded, ...emailNeeded },
  'billing.checkout': billingNavigation('https://billing.example/setup'),
  'billing.portal': billingNavigation('https://billing.example/portal'),
  'billing.webhook': everybody('400 ValidationError'),
  'handoff.completeAuthConnect': everybody('400 InvalidCode'),
  'handoff.authReconnect': {
    ...badCredentials,
    ...pausedTokens,
    unverifiedPersonsToken: '403 EmailNotVerified',
    instanceToken: ok,
    instanceTokenOfAnotherWorkspace: ok,
    apiToken: '403 NotAllowed',
    apiTokenOfAnotherWorkspace: '403 NotAllowed',
    // A portal session is no credential here, whatever its state.
    everybodyElse: '401 NotSignedIn',
    endedSession: '401 NotSignedIn',
    idleSession: '401 NotSignedIn',
    lateSession: '401 NotSignedIn',
  },
  'handoff.introspect': everybody(ok),
}

function tokensOnly(outcomes: Outcomes): Outcomes {
  return Object.fromEntries(Object.entries(outcomes).filter(([name]) => /Token$/.test(name)))
}

function without(outcomes: Outcomes, names: readonly string[]): Outcomes {
  return Object.fromEntries(Object.entries(outcomes).filter(([name]) => !names.includes(name)))
}

function replaced(outcomes: Outcomes, by: (outcome: string) => string): Outcomes {
  return Object.fromEntries(Object.entries(outcomes).map(([name, outcome]) => [name, by(outcome)]))
}
