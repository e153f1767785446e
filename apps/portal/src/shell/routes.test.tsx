import { account } from '@portal/contract/account/account'
import { type AnyRoute, type AnyRouter, createMemoryHistory } from '@tanstack/react-router'
import axe from 'axe-core'
import { describe, expect, it, vi } from 'vitest'
import { browserNavigation } from '../lib/guard/browser-navigation.ts'
import type { Access } from '../lib/guard/static-data.ts'
import { createQueryClient } from '../query-client.ts'
import { createPortalRouter } from '../router.ts'
import { answerReadsEmpty } from '../testing/empty-reply.ts'
import { fakeApi } from '../testing/fake-api.ts'
import { type GuardedPerson, guardedPeople } from '../testing/guarded-people.ts'
import { renderApp } from '../testing/render-app.tsx'

const openRouter = (address = '/'): AnyRouter =>
  createPortalRouter(createQueryClient(), createMemoryHistory({ initialEntries: [address] }))

const pages = Object.values<AnyRoute>(openRouter().routesById)
  .filter(({ children }) => !children)
  .map(({ to, options }) => ({
    ...options.staticData,
    // `$` alone matches every unknown path.
    address: to.replace(/\{-\$\w+\}|\$\w+/g, 'X1').replace('$', 'nowhere'),
  }))

type PageAccess = Exclude<Access, 'layout'>
type Row = Record<GuardedPerson, string>

const stays = 'stays'

/** Where a user in good standing ends up, and the exceptions for other users. */
function row(fine: string, more: Partial<Row> = {}): Row {
  return {
    'signed out': '/login',
    'needs terms': '/review-legal',
    unreviewed: '/profile',
    unverified: fine,
    fine,
    quarantined: '/quarantine-notice',
    suspended: '/suspension-notice',
    staff: fine,
    ...more,
  }
}

const open = { 'signed out': stays }
const unverified = '/profile'

/** The final path of each user after all redirects. */
const places: Record<PageAccess, Row> = {
  unguarded: Object.fromEntries(Object.keys(guardedPeople).map((who) => [who, stays])) as Row,
  public: row(stays, open),
  'signed-in': row(stays),
  verified: row(stays, { unverified }),
  staff: row('/workspaces', { unverified, staff: stays }),
  quarantined: row('/workspaces', { unverified, quarantined: stays }),
  suspended: row('/workspaces', { unverified, suspended: stays }),
}

/** Pages with a rule of their own, and pages that only redirect. */
const specialPlaces: Record<string, Row> = {
  '/': row('/default_workspace'),
  '/login': row('/default_workspace', open),
  '/signup': row('/default_workspace', open),
  '/login-success': row('/default_workspace'),
  '/legal/X1': row(stays, { ...open, unreviewed: stays }),
  '/review-legal': row(stays, { 'needs terms': stays }),
  '/profile': row(stays, { unreviewed: stays }),
  '/dashboard': row('/workspaces', { unverified }),
  '/tutorial': row('/workspaces', { unverified }),
  '/workspace/X1/go': row('http://localhost:9001/workspaces/X1/go'),
  '/workspace/go': row('/workspaces', { unverified }),
}

const placesFrom = ({ address, access }: (typeof pages)[number]): Row =>
  specialPlaces[address] ?? places[access as PageAccess]

/** A user who may open the pages with this access. */
const visitors: Record<PageAccess, GuardedPerson> = {
  unguarded: 'signed out',
  public: 'signed out',
  'signed-in': 'fine',
  verified: 'fine',
  staff: 'staff',
  quarantined: 'quarantined',
  suspended: 'suspended',
}
const visitorOf = ({ access }: (typeof pages)[number]) => visitors[access as PageAccess]

/** The real router at a path, after all redirects. */
async function placeOf(address: string, who: GuardedPerson): Promise<string> {
  const api = fakeApi()
  answerReadsEmpty(api)
  const user = guardedPeople[who]
  if (user) api.reply(account.whoami, { user })
  else api.refuse(account.whoami, 'NotSignedIn')
  vi.mocked(browserNavigation.replace).mockClear()
  const router = openRouter(address)
  await router.load()
  const [left] = vi.mocked(browserNavigation.replace).mock.calls
  if (left) return left[0]
  const place = router.latestLocation.pathname
  return place === address ? stays : place
}

describe('every page', () => {
  it('has a name of its own, except the settings of a new workspace and `workspace-go` without a workspace', () => {
    const names = pages.map(({ name }) => name)
    const shared = names.filter((name, at) => names.indexOf(name) < at)
    expect(shared.sort()).toEqual(['workspace-go', 'workspace-settings'])
  })

  // By hand, because the other tests believe what a route declares.
  it('is open to visitors or limited to staff only where it should be', () => {
    const named = (access: PageAccess) =>
      pages.flatMap((page) => (page.access === access ? [page.name] : [])).sort()
    expect(named('unguarded')).toEqual(['account-deleted', 'logout', 'logout-success', 'print-legal'])
    expect(named('public')).toEqual([
      '404',
      'home',
      'is-it-yours',
      'legal',
      'login',
      'sign-in-problem',
      'signup',
    ])
    expect(named('staff')).toEqual(['workspace-admin', 'workspace-admin-person', 'workspace-admin-workspace'])
    expect(named('verified')).toContain('device')
  })

  it.each(pages)('leads each user from $address to where its access says', async (page) => {
    const ends: Partial<Row> = {}
    for (const who of Object.keys(guardedPeople) as GuardedPerson[]) {
      ends[who] = await placeOf(page.address, who)
      localStorage.clear()
      sessionStorage.clear()
    }
    expect(ends).toEqual(placesFrom(page))
  })

  it.each(pages.filter((page) => placesFrom(page)[visitorOf(page)] === stays))(
    'has no accessibility violations at $address',
    async (page) => {
      const { screen, router, queryClient } = await renderApp(page.address, {
        user: guardedPeople[visitorOf(page)],
      })
      await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
      await expect.poll(() => router.state.status === 'idle' && queryClient.isFetching() === 0).toBe(true)
      const content = { include: [screen.container], exclude: ['[data-live-announcer]'] }
      // The journeys check colors, once nothing moves.
      const { violations } = await axe.run(content, { rules: { 'color-contrast': { enabled: false } } })
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    },
  )
})
