import { account, type User } from '@portal/contract/account/account'
import { billing } from '@portal/contract/billing/billing'
import { createMemoryHistory } from '@tanstack/react-router'
import { onTestFinished } from 'vitest'
import { render } from 'vitest-browser-react'
import { App } from '../app.tsx'
import { createQueryClient } from '../query-client.ts'
import { createPortalRouter } from '../router.ts'
import { watchNavigation } from '../shell/watch-navigation.ts'
import { watchSession } from '../shell/watch-session.ts'
import { billingDetails, billingOverview } from './billing.ts'
import { answerReadsEmpty } from './empty-reply.ts'
import { type FakeApi, fakeApi } from './fake-api.ts'
import { person } from './people.ts'

export interface RenderAppOptions {
  /** The signed-in user. Defaults to `person()`. Null means signed out. */
  user?: User | null
  /** Sets more replies before the first request. */
  prepare?: (api: FakeApi) => void
}

/** Renders the whole portal at a path. The fake API knows the user and answers other reads with empty values. */
export async function renderApp(path: string, { user = person(), prepare }: RenderAppOptions = {}) {
  const api = fakeApi()
  answerReadsEmpty(api)
  // The page formats the codes of a country and of a currency, which no empty value has.
  api.reply(billing.overview, { billingOverview: billingOverview() })
  api.reply(billing.readDetails, { billingDetails: billingDetails() })
  if (user) {
    api.reply(account.whoami, { user })
    api.reply(account.refreshAuth0Profile, { user })
  } else api.refuse(account.whoami, 'NotSignedIn')
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
