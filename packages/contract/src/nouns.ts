/**
 * The table of contents of the contract: every noun, in the order of the API reference. The activity is added in calls.ts, because
 * its events are those that the nouns here declare.
 */
import { accessReviewNoun } from './access-review/access-review.ts'
import { accountNoun } from './account/account.ts'
import { accountJoinsNoun } from './account-joins/account-joins.ts'
import { attentionNoun } from './attention/attention.ts'
import { billingNoun } from './billing/billing.ts'
import { cliSignInsNoun } from './cli-sign-ins/cli-sign-ins.ts'
import { eventsNoun } from './events/events.ts'
import { handoffNoun } from './handoff/handoff.ts'
import { invitationsNoun } from './invitations/invitations.ts'
import { legalNoun } from './legal/legal.ts'
import { membersNoun } from './members/members.ts'
import { myDataNoun } from './my-data/my-data.ts'
import { oauthNoun } from './oauth/oauth.ts'
import { ownershipNoun } from './ownership/ownership.ts'
import { serviceNoun } from './service/service.ts'
import { serviceAccountsNoun } from './service-accounts/service-accounts.ts'
import { sessionsNoun } from './sessions/sessions.ts'
import { signInNoun } from './sign-in/sign-in.ts'
import { staffAccountsNoun } from './staff/accounts/accounts.ts'
import { staffPausesNoun } from './staff/pauses/pauses.ts'
import { staffProductionNoun } from './staff/production/production.ts'
import { staffRecordsNoun } from './staff/records/records.ts'
import { staffReportsNoun } from './staff/reports/reports.ts'
import { staffSearchNoun } from './staff/search/search.ts'
import { tokensNoun } from './tokens/tokens.ts'
import { trustRulesNoun } from './trust-rules/trust-rules.ts'
import { webhooksNoun } from './webhooks/webhooks.ts'
import { workspacesNoun } from './workspaces/workspaces.ts'

export const nouns = [
  serviceNoun,
  signInNoun,
  sessionsNoun,
  oauthNoun,
  cliSignInsNoun,
  accountNoun,
  accountJoinsNoun,
  legalNoun,
  myDataNoun,
  workspacesNoun,
  membersNoun,
  invitationsNoun,
  ownershipNoun,
  attentionNoun,
  accessReviewNoun,
  tokensNoun,
  serviceAccountsNoun,
  trustRulesNoun,
  eventsNoun,
  webhooksNoun,
  billingNoun,
  handoffNoun,
  staffAccountsNoun,
  staffPausesNoun,
  staffProductionNoun,
  staffRecordsNoun,
  staffReportsNoun,
  staffSearchNoun,
] as const
