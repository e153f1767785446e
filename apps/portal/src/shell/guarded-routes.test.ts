import { account } from '@portal/contract/account/account'
import { calls } from '@portal/contract/calls'
import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, it, vi } from 'vitest'
import { browserNavigation } from '../lib/guard/browser-navigation.ts'
import { type RouteName, routeNames } from '../lib/guard/route-names.ts'
import { createQueryClient } from '../query-client.ts'
import { createPortalRouter } from '../router.ts'
import { fakeApi } from '../testing/fake-api.ts'
import { type GuardedPerson, guardedPeople } from '../testing/guarded-people.ts'

const addresses: Record<RouteName, string> = {
  home: '/',
  login: '/login',
  signup: '/signup',
  'login-success': '/login-success',
  logout: '/logout',
  'logout-success': '/logout-success',
  'sign-in-problem': '/sign-in-problem',
  'is-it-yours': '/is-it-yours',
  legal: '/legal/tos',
  'review-legal': '/review-legal',
  'print-legal': '/print-legal/2024-09-25/tos',
  profile: '/profile',
  'profile-security': '/profile/security',
  'profile-tokens': '/profile/tokens',
  'profile-staff-access': '/profile/staff-access',
  'profile-data': '/profile/data',
  dashboard: '/dashboard',
  tutorial: '/tutorial',
  workspaces: '/workspaces',
  billing: '/billing',
  'default-workspace': '/default_workspace',
  'workspace-settings': '/workspace/W1',
  'workspace-members': '/workspace/W1/members',
  'workspace-api-tokens': '/workspace/W1/tokens',
  'workspace-service-accounts': '/workspace/W1/service-accounts',
  'workspace-access-review': '/workspace/W1/access-review',
  'workspace-trust-rules': '/workspace/W1/service-accounts/S1/trust-rules',
  'workspace-activity': '/workspace/W1/activity',
  'workspace-danger': '/workspace/W1/danger',
  'workspace-go': '/workspace/W1/go',
  'workspace-confirm': '/workspace/W1/confirm',
  'workspace-admin': '/workspace-admin',
  'workspace-admin-person': '/workspace-admin/people/U1',
  'workspace-admin-workspace': '/workspace-admin/workspaces/W1',
  invitation: '/invitation/abc',
  device: '/device',
  'not-a-member': '/not-a-member',
  'quarantine-notice': '/quarantine-notice',
  'suspension-notice': '/suspension-notice',
  '404': '/nowhere',
}

type Place = string
type Row = Record<GuardedPerson, Place>

const stays = 'stays'
const goUrl = 'http://localhost:9001/workspaces/W1/go'

/** Where a user in good standing ends up, and the exceptions for other users. */
function row(fine: Place, more: Partial<Row> = {}): Row {
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
const unguarded = row(stays, {
  ...open,
  'needs terms': stays,
  unreviewed: stays,
  quarantined: stays,
  suspended: stays,
})
const verified = row(stays, { unverified: '/profile' })
const admin = row('/workspaces', { unverified: '/profile', staff: stays })
const notice = { unverified: '/profile' }

/** The final path of each user after all redirects. */
const table: Record<RouteName, Row> = {
  home: row('/default_workspace'),
  login: row('/default_workspace', open),
  signup: row('/default_workspace', open),
  'login-success': row('/default_workspace'),
  logout: unguarded,
  'logout-success': unguarded,
  'print-legal': unguarded,
  'sign-in-problem': row(stays, open),
  'is-it-yours': row(stays, open),
  legal: row(stays, { ...open, unreviewed: stays }),
  'review-legal': row(stays, { 'needs terms': stays }),
  profile: row(stays, { unreviewed: stays }),
  'profile-security': row(stays),
  'profile-tokens': row(stays),
  'profile-staff-access': row(stays),
  'profile-data': row(stays),
  dashboard: row('/workspaces', { unverified: '/profile' }),
  tutorial: row('/workspaces', { unverified: '/profile' }),
  workspaces: verified,
  billing: verified,
  'default-workspace': row(stays),
  'workspace-settings': verified,
  'workspace-members': verified,
  'workspace-api-tokens': verified,
  'workspace-service-accounts': verified,
  'workspace-access-review': verified,
  'workspace-trust-rules': verified,
  'workspace-activity': verified,
  'workspace-danger': verified,
  'workspace-go': row(goUrl),
  'workspace-confirm': verified,
  'workspace-admin': admin,
  'workspace-admin-person': admin,
  'workspace-admin-workspace': admin,
  invitation: row(stays),
  device: verified,
  'not-a-member': row(stays),
  'quarantine-notice': row('/workspaces', { ...notice, quarantined: stays }),
  'suspension-notice': row('/workspaces', { ...notice, suspended: stays }),
  '404': row(stays, open),
}

/** The real router at a path, after all redirects. Page data does not matter here. */
async function placeOf(address: string, who: GuardedPerson): Promise<Place> {
  const api = fakeApi()
  for (const call of calls) if (call.method === 'GET') api.answer(call, 200, [])
  const user = guardedPeople[who]
  if (user) api.reply(account.whoami, { user })
  else api.refuse(account.whoami, 'NotSignedIn')
  const router = createPortalRouter(createQueryClient(), createMemoryHistory({ initialEntries: [address] }))
  await router.load()
  const [left] = vi.mocked(browserNavigation.replace).mock.calls
  if (left) return left[0]
  const place = router.latestLocation.pathname
  return place === address ? stays : place
}

describe('every route', () => {
  it.each(
    routeNames.flatMap((name) => Object.keys(guardedPeople).map((who) => [name, who as GuardedPerson])),
  )('%s takes a user who is %s to the right page', async (name, who) => {
    const routeName = name as RouteName
    expect(await placeOf(addresses[routeName], who as GuardedPerson)).toBe(
      table[routeName][who as GuardedPerson],
    )
  })
})
