/** The table of contents of the API: the routes of every feature, by area. */

import { accessReviewRoutes } from './features/access-review/access-review-routes.ts'
import { accountRoutes } from './features/account/account-routes.ts'
import { verificationRoutes } from './features/account/verification-routes.ts'
import { accountJoinRoutes } from './features/account-joins/account-join-routes.ts'
import { activityRoutes } from './features/activity/activity-routes.ts'
import { billingRoutes } from './features/billing/billing-routes.ts'
import { cliSignInRoutes } from './features/cli-sign-ins/cli-sign-in-routes.ts'
import { handoffRoutes } from './features/handoff/handoff-routes.ts'
import { invitationRoutes } from './features/invitations/invitation-routes.ts'
import { legalRoutes } from './features/legal/legal-routes.ts'
import { memberRoutes } from './features/members/member-routes.ts'
import { myDataRoutes } from './features/my-data/my-data-routes.ts'
import { oauthRoutes } from './features/oauth/oauth-routes.ts'
import { ownershipRoutes } from './features/ownership/ownership-routes.ts'
import { serviceRoutes } from './features/service/service-routes.ts'
import { serviceAccountRoutes } from './features/service-accounts/service-account-routes.ts'
import { identityRoutes } from './features/sessions/identity-routes.ts'
import { sessionRoutes } from './features/sessions/session-routes.ts'
import { signInRoutes } from './features/sign-in/sign-in-routes.ts'
import { staffRoutes } from './features/staff/staff-routes.ts'
import { tokenRoutes } from './features/tokens/token-routes.ts'
import { trustRuleRoutes } from './features/trust-rules/trust-rule-routes.ts'
import { workspaceChangeRoutes } from './features/workspaces/workspace-change-routes.ts'
import { workspaceDeletionRoutes } from './features/workspaces/workspace-deletion-routes.ts'
import { workspaceRoutes } from './features/workspaces/workspace-routes.ts'
import type { Server } from './http/serve.ts'
import type { Services } from './services.ts'

const features: readonly ((server: Server, services: Services) => void)[] = [
  // Sign-in and account
  serviceRoutes,
  signInRoutes,
  verificationRoutes,
  identityRoutes,
  sessionRoutes,
  oauthRoutes,
  cliSignInRoutes,
  accountRoutes,
  accountJoinRoutes,
  legalRoutes,
  myDataRoutes,
  // Workspaces and their members
  workspaceRoutes,
  workspaceChangeRoutes,
  workspaceDeletionRoutes,
  memberRoutes,
  invitationRoutes,
  ownershipRoutes,
  activityRoutes,
  accessReviewRoutes,
  // Automation, billing and the instances
  serviceAccountRoutes,
  tokenRoutes,
  trustRuleRoutes,
  billingRoutes,
  handoffRoutes,
]

export function registerFeatures(server: Server, services: Services): void {
  for (const addRoutes of features) addRoutes(server, services)
  staffRoutes(server, services)
}
