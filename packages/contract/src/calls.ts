/** Every call of the API. A test fails if the API serves a call that is not listed here, or does not serve one that is. */
import { accessReview } from './access-review.ts'
import { account } from './account.ts'
import { accountJoins } from './account-joins.ts'
import { activity } from './activity.ts'
import { billing } from './billing.ts'
import { cliSignIns } from './cli-sign-ins.ts'
import type { Endpoint } from './endpoint.ts'
import { handoff } from './handoff.ts'
import { invitations } from './invitations.ts'
import { legal } from './legal.ts'
import { members } from './members.ts'
import { myData } from './my-data.ts'
import { oauth } from './oauth.ts'
import { ownership } from './ownership.ts'
import { service } from './service.ts'
import { serviceAccounts } from './service-accounts.ts'
import { sessions } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { staffAccounts } from './staff/accounts.ts'
import { staffPauses } from './staff/pauses.ts'
import { staffProduction } from './staff/production.ts'
import { staffRecords } from './staff/records.ts'
import { staffReports } from './staff/reports.ts'
import { staffSearch } from './staff/search.ts'
import { tokens } from './tokens.ts'
import { trustRules } from './trust-rules.ts'
import { workspaces } from './workspaces.ts'

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
