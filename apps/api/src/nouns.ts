/** The table of contents of the API: the routes of every noun, and its texts in the API reference. */
import { accessReviewTexts } from '@portal/contract/access-review/access-review-texts'
import { accountTexts } from '@portal/contract/account/account-texts'
import { accountJoinsTexts } from '@portal/contract/account-joins/account-joins-texts'
import { activityTexts } from '@portal/contract/activity/activity-texts'
import { attentionTexts } from '@portal/contract/attention/attention-texts'
import { billingTexts } from '@portal/contract/billing/billing-texts'
import { cliSignInsTexts } from '@portal/contract/cli-sign-ins/cli-sign-ins-texts'
import { eventsTexts } from '@portal/contract/events/events-texts'
import { handoffTexts } from '@portal/contract/handoff/handoff-texts'
import { invitationsTexts } from '@portal/contract/invitations/invitations-texts'
import { legalTexts } from '@portal/contract/legal/legal-texts'
import { membersTexts } from '@portal/contract/members/members-texts'
import { myDataTexts } from '@portal/contract/my-data/my-data-texts'
import { oauthTexts } from '@portal/contract/oauth/oauth-texts'
import { ownershipTexts } from '@portal/contract/ownership/ownership-texts'
import { serviceTexts } from '@portal/contract/service/service-texts'
import { serviceAccountsTexts } from '@portal/contract/service-accounts/service-accounts-texts'
import { sessionsTexts } from '@portal/contract/sessions/sessions-texts'
import { signInTexts } from '@portal/contract/sign-in/sign-in-texts'
import { staffAccountsTexts } from '@portal/contract/staff/accounts/accounts-texts'
import { staffPausesTexts } from '@portal/contract/staff/pauses/pauses-texts'
import { staffProductionTexts } from '@portal/contract/staff/production/production-texts'
import { staffRecordsTexts } from '@portal/contract/staff/records/records-texts'
import { staffReportsTexts } from '@portal/contract/staff/reports/reports-texts'
import { staffSearchTexts } from '@portal/contract/staff/search/search-texts'
import type { Texts } from '@portal/contract/texts'
import { tokensTexts } from '@portal/contract/tokens/tokens-texts'
import { trustRulesTexts } from '@portal/contract/trust-rules/trust-rules-texts'
import { webhooksTexts } from '@portal/contract/webhooks/webhooks-texts'
import { workspacesTexts } from '@portal/contract/workspaces/workspaces-texts'
import { accessReviewRoutes } from './features/access-review/access-review-routes.ts'
import { signOffRoutes } from './features/access-review/sign-off-routes.ts'
import { accountRoutes } from './features/account/account-routes.ts'
import { verificationRoutes } from './features/account/verification-routes.ts'
import { accountJoinRoutes } from './features/account-joins/account-join-routes.ts'
import { activityRoutes } from './features/activity/activity-routes.ts'
import { attentionRoutes } from './features/attention/attention-routes.ts'
import { billingRoutes } from './features/billing/billing-routes.ts'
import { cliSignInRoutes } from './features/cli-sign-ins/cli-sign-in-routes.ts'
import { eventRoutes } from './features/events/event-routes.ts'
import { handoffRoutes } from './features/handoff/handoff-routes.ts'
import { invitationRoutes } from './features/invitations/invitation-routes.ts'
import { legalRoutes } from './features/legal/legal-routes.ts'
import { memberRoutes } from './features/members/member-routes.ts'
import { accountDeletionRoutes } from './features/my-data/account-deletion-routes.ts'
import { myDataRoutes } from './features/my-data/my-data-routes.ts'
import { oauthRoutes } from './features/oauth/oauth-routes.ts'
import { ownershipRoutes } from './features/ownership/ownership-routes.ts'
import { serviceRoutes } from './features/service/service-routes.ts'
import { serviceAccountRoutes } from './features/service-accounts/service-account-routes.ts'
import { identityRoutes } from './features/sessions/identity-routes.ts'
import { sessionRoutes } from './features/sessions/session-routes.ts'
import { signInRoutes } from './features/sign-in/sign-in-routes.ts'
import { staffAccountRoutes } from './features/staff/accounts/staff-account-routes.ts'
import { pauseRoutes } from './features/staff/pauses/pause-routes.ts'
import { productionWorkspaceRoutes } from './features/staff/production/production-workspace-routes.ts'
import { staffRecordRoutes } from './features/staff/records/staff-record-routes.ts'
import { signupReportRoutes } from './features/staff/reports/signup-report-routes.ts'
import { reportRoutes } from './features/staff/search/report-routes.ts'
import { staffSearchRoutes } from './features/staff/search/staff-search-routes.ts'
import { tokenRotationRoutes } from './features/tokens/token-rotation-routes.ts'
import { tokenRoutes } from './features/tokens/token-routes.ts'
import { trustRuleRoutes } from './features/trust-rules/trust-rule-routes.ts'
import { webhookRoutes } from './features/webhooks/webhook-routes.ts'
import { workspaceChangeRoutes } from './features/workspaces/workspace-change-routes.ts'
import { workspaceDeletionRoutes } from './features/workspaces/workspace-deletion-routes.ts'
import { workspaceRoutes } from './features/workspaces/workspace-routes.ts'
import type { Server } from './http/serve.ts'
import type { Services } from './services.ts'

interface Noun {
  routes: readonly ((server: Server, services: Services) => void)[]
  texts: Texts
}

const nouns: readonly Noun[] = [
  { routes: [serviceRoutes], texts: serviceTexts },
  { routes: [signInRoutes], texts: signInTexts },
  { routes: [sessionRoutes, identityRoutes], texts: sessionsTexts },
  { routes: [oauthRoutes], texts: oauthTexts },
  { routes: [cliSignInRoutes], texts: cliSignInsTexts },
  { routes: [accountRoutes, verificationRoutes], texts: accountTexts },
  { routes: [accountJoinRoutes], texts: accountJoinsTexts },
  { routes: [legalRoutes], texts: legalTexts },
  { routes: [myDataRoutes, accountDeletionRoutes], texts: myDataTexts },
  { routes: [workspaceRoutes, workspaceChangeRoutes, workspaceDeletionRoutes], texts: workspacesTexts },
  { routes: [memberRoutes], texts: membersTexts },
  { routes: [invitationRoutes], texts: invitationsTexts },
  { routes: [ownershipRoutes], texts: ownershipTexts },
  { routes: [activityRoutes], texts: activityTexts },
  { routes: [attentionRoutes], texts: attentionTexts },
  { routes: [accessReviewRoutes, signOffRoutes], texts: accessReviewTexts },
  { routes: [tokenRoutes, tokenRotationRoutes], texts: tokensTexts },
  { routes: [serviceAccountRoutes], texts: serviceAccountsTexts },
  { routes: [trustRuleRoutes], texts: trustRulesTexts },
  { routes: [eventRoutes], texts: eventsTexts },
  { routes: [webhookRoutes], texts: webhooksTexts },
  { routes: [billingRoutes], texts: billingTexts },
  { routes: [handoffRoutes], texts: handoffTexts },
  { routes: [staffAccountRoutes], texts: staffAccountsTexts },
  { routes: [pauseRoutes], texts: staffPausesTexts },
  { routes: [productionWorkspaceRoutes], texts: staffProductionTexts },
  { routes: [staffRecordRoutes], texts: staffRecordsTexts },
  { routes: [signupReportRoutes], texts: staffReportsTexts },
  { routes: [staffSearchRoutes, reportRoutes], texts: staffSearchTexts },
]

export const nounTexts: readonly Texts[] = nouns.map(({ texts }) => texts)

export function registerNouns(server: Server, services: Services): void {
  for (const addRoutes of nouns.flatMap(({ routes }) => routes)) addRoutes(server, services)
}
