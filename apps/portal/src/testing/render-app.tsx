import { accessReview } from '@portal/contract/access-review/access-review'
import { account, type User } from '@portal/contract/account/account'
import { activity } from '@portal/contract/activity/activity'
import { billing } from '@portal/contract/billing/billing'
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { ownership } from '@portal/contract/ownership/ownership'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { sessions } from '@portal/contract/sessions/sessions'
import { staffRecords } from '@portal/contract/staff/records/records'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { createMemoryHistory } from '@tanstack/react-router'
import { onTestFinished } from 'vitest'
import { render } from 'vitest-browser-react'
import { App } from '../app.tsx'
import { createQueryClient } from '../query-client.ts'
import { createPortalRouter } from '../router.ts'
import { watchNavigation } from '../shell/watch-navigation.ts'
import { watchSession } from '../shell/watch-session.ts'
import { billingDetails, billingOverview } from './billing.ts'
import { type FakeApi, fakeApi } from './fake-api.ts'
import { person } from './people.ts'

export interface RenderAppOptions {
  /** The signed-in user. Defaults to `person()`. Null means signed out. */
  user?: User | null
  /** Sets more replies before the first request. */
  prepare?: (api: FakeApi) => void
}

/** Renders the whole portal at a path. The fake API knows the user and returns empty lists for everything else. */
export async function renderApp(path: string, { user = person(), prepare }: RenderAppOptions = {}) {
  const api = fakeApi()
  if (user) {
    api.reply(account.whoami, { user })
    api.reply(account.refreshAuth0Profile, { user })
  } else api.refuse(account.whoami, 'NotSignedIn')
  for (const call of [
    workspaces.list,
    invitations.mine,
    ownership.mine,
    members.list,
    activity.list,
    sessions.list,
    sessions.identities,
    staffRecords.listAccess,
  ])
    api.reply(call, [])
  api.reply(accessReview.list, { actors: [] })
  api.reply(workspaces.listDeleted, [])
  api.reply(tokens.list, { authTokens: [], maxLifetimeMs: 63_115_200_000 })
  api.reply(tokens.mine, { authTokens: [] })
  api.reply(serviceAccounts.list, { serviceAccounts: [] })
  api.reply(billing.activeSubscription, { activeSubscription: null })
  api.reply(billing.overview, { billingOverview: billingOverview() })
  api.reply(billing.readDetails, { billingDetails: billingDetails() })
  api.reply(billing.listInvoices, { invoices: [] })
  prepare?.(api)

  const queryClient = createQueryClient()
  const router = createPortalRouter(queryClient, createMemoryHistory({ initialEntries: [path] }))
  const stops = [watchSession(queryClient, router), watchNavigation(router)]
  onTestFinished(() => {
    for (const stop of stops) stop()
    queryClient.clear()
  })
  const screen = await render(<App queryClient={queryClient} router={router} />)
  return { screen, api, router, queryClient, address: () => router.state.location.href }
}
