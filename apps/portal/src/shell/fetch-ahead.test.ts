import { account } from '@portal/contract/account/account'
import { attention } from '@portal/contract/attention/attention'
import { billing } from '@portal/contract/billing/billing'
import { invitations } from '@portal/contract/invitations/invitations'
import { xsrfCookieName } from '@portal/contract/limits'
import { ownership } from '@portal/contract/ownership/ownership'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, it, onTestFinished } from 'vitest'
import { rememberConfined } from '../lib/guard/session.ts'
import { createQueryClient } from '../query-client.ts'
import { createPortalRouter } from '../router.ts'
import { billingDetails, billingOverview } from '../testing/billing.ts'
import { fakeApi } from '../testing/fake-api.ts'
import { loggedFailures } from '../testing/logged-failures.ts'
import { person } from '../testing/people.ts'
import { prefetchFirstPage } from './fetch-ahead.ts'

function openAt(path: string) {
  const api = fakeApi()
  api.reply(account.whoami, { user: person() })
  api.reply(workspaces.list, [])
  api.reply(invitations.mine, [])
  api.reply(ownership.mine, [])
  api.reply(attention.list, [])
  const queryClient = createQueryClient()
  onTestFinished(() => queryClient.clear())
  const router = createPortalRouter(queryClient, createMemoryHistory({ initialEntries: [path] }))
  return { api, router, prefetch: () => prefetchFirstPage(router, queryClient) }
}

/** Sets the cookie that the API sets with a session. */
async function setSessionCookie() {
  await cookieStore.set(xsrfCookieName, 'token')
  onTestFinished(() => cookieStore.delete(xsrfCookieName))
}

describe('prefetchFirstPage', () => {
  it('loads the user and the data of the page, which the router does not request again', async () => {
    const { api, router, prefetch } = openAt('/workspaces')
    await prefetch()
    expect(api.requests(workspaces.list)).toHaveLength(1)
    await router.load()
    expect(router.state.location.pathname).toBe('/workspaces')
    expect(api.requests(account.whoami)).toHaveLength(1)
    expect(api.requests(workspaces.list)).toHaveLength(1)
  })

  it('requests the user and the data in parallel if the browser has the cookie of a session', async () => {
    const { api, router, prefetch } = openAt('/workspaces')
    await setSessionCookie()
    const held = api.hold(account.whoami)
    const prefetched = prefetch()
    await expect.poll(() => api.requests(workspaces.list)).toHaveLength(1)
    const loaded = router.load()
    expect(router.state.matches).toEqual([])
    held.release({ user: person() })
    await Promise.all([prefetched, loaded])
    expect(router.state.location.pathname).toBe('/workspaces')
    expect(api.requests(account.whoami)).toHaveLength(1)
    expect(api.requests(workspaces.list)).toHaveLength(1)
  })

  it('requests the data of a page that depends on the user as soon as the user is known', async () => {
    const { api, router, prefetch } = openAt('/billing')
    await setSessionCookie()
    const reads = [billing.readDetails, billing.overview, billing.activeSubscription]
    const replies = reads.map((call) => api.hold(call))
    const held = api.hold(account.whoami)
    const prefetched = prefetch()
    const loaded = router.load()
    await expect.poll(() => api.requests(account.whoami)).toHaveLength(1)
    held.release({ user: person() })
    await expect.poll(() => reads.map((call) => api.requests(call).length)).toEqual([1, 1, 1])
    replies[0]?.release({ billingDetails: billingDetails() } as never)
    replies[1]?.release({ billingOverview: billingOverview() } as never)
    replies[2]?.release({ activeSubscription: null } as never)
    await Promise.all([prefetched, loaded])
    expect(router.state.location.pathname).toBe('/billing')
  })

  it('redirects to login if the cookie exists but the session has ended', async () => {
    const { api, router, prefetch } = openAt('/workspaces')
    await setSessionCookie()
    api.refuse(account.whoami, 'NotSignedIn')
    for (const call of [workspaces.list, invitations.mine, ownership.mine]) api.refuse(call, 'NotSignedIn')
    await Promise.all([prefetch(), router.load()])
    expect(router.state.location.pathname).toBe('/login')
    expect(loggedFailures()).toHaveLength(1)
  })

  it('loads no data for a signed-out user', async () => {
    const { api, prefetch } = openAt('/workspaces')
    api.refuse(account.whoami, 'NotSignedIn')
    await prefetch()
    expect(api.requests(account.whoami)).toHaveLength(1)
    expect(api.requests(workspaces.list)).toEqual([])
  })

  it('loads no data for a user whose account was paused at the last auth check', async () => {
    await setSessionCookie()
    const paused = person({ suspendedAt: '2024-11-05T09:30:00.000Z' })
    rememberConfined(paused)
    const { api, prefetch } = openAt('/workspaces')
    api.reply(account.whoami, { user: paused })
    await prefetch()
    expect(api.requests(account.whoami)).toHaveLength(1)
    for (const call of [workspaces.list, invitations.mine, ownership.mine])
      expect(api.requests(call)).toHaveLength(0)
  })

  it('requests nothing on a page that needs no session', async () => {
    const { api, prefetch } = openAt('/legal/tos')
    await prefetch()
    expect(api.requests(account.whoami)).toEqual([])
  })
})
