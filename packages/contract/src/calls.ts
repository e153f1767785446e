/** Every call of the API. A test fails if the API serves a call that is not listed here, or does not serve one that is. */
import { accessReview } from './access-review/access-review.ts'
import { account } from './account/account.ts'
import { accountJoins } from './account-joins/account-joins.ts'
import { activity } from './activity/activity.ts'
import { billing } from './billing/billing.ts'
import { cliSignIns } from './cli-sign-ins/cli-sign-ins.ts'
import type { Endpoint } from './endpoint.ts'
import { handoff } from './handoff/handoff.ts'
import { invitations } from './invitations/invitations.ts'
import { legal } from './legal/legal.ts'
import { members } from './members/members.ts'
import { myData } from './my-data/my-data.ts'
import { oauth } from './oauth/oauth.ts'
import { ownership } from './ownership/ownership.ts'
import { service } from './service/service.ts'
import { serviceAccounts } from './service-accounts/service-accounts.ts'
import { sessions } from './sessions/sessions.ts'
import { signIn } from './sign-in/sign-in.ts'
import { staffAccounts } from './staff/accounts/accounts.ts'
import { staffPauses } from './staff/pauses/pauses.ts'
import { staffProduction } from './staff/production/production.ts'
import { staffRecords } from './staff/records/records.ts'
import { staffReports } from './staff/reports/reports.ts'
import { staffSearch } from './staff/search/search.ts'
import { tokens } from './tokens/tokens.ts'
import { trustRules } from './trust-rules/trust-rules.ts'
import { workspaces } from './workspaces/workspaces.ts'

export const calls: readonly Endpoint[] = [
  service,
  signIn,
  sessions,
  oauth,
  cliSignIns,
  account,
  accountJoins,
  legal,
  myData,
  staffAccounts,
  staffPauses,
  staffProduction,
  staffRecords,
  staffReports,
  staffSearch,
  workspaces,
  members,
  invitations,
  ownership,
  activity,
  accessReview,
  serviceAccounts,
  tokens,
  billing,
  handoff,
  trustRules,
].flatMap((noun): Endpoint[] => Object.values(noun))
