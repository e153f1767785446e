import type { User } from '@portal/contract/account/account'
import { describe, expect, it } from 'vitest'
import { type GuardedPerson as Column, guardedPeople as people } from '../../testing/guarded-people.ts'
import { person } from '../../testing/people.ts'
import { type GuardDecision, guard } from './route-guard.ts'
import { type RouteName, routeNames } from './route-names.ts'

const stay = 'stay'
const goUrl = 'http://localhost:9001/workspaces/W1/go?redirect=%2Fchanges'
/** After a target, `+` means that the path is stored as the login redirect, and `?` that it is stored only if none is. */
type Cell = string
type Row = Record<Column, Cell>

const row = (
  signedOut: Cell,
  needsTerms: Cell,
  isUnreviewed: Cell,
  unverified: Cell,
  fine: Cell,
  more: Partial<Row> = {},
): Row => ({
  'signed out': signedOut,
  'needs terms': needsTerms,
  unreviewed: isUnreviewed,
  unverified,
  fine,
  quarantined: '/quarantine-notice',
  suspended: '/suspension-notice',
  staff: fine,
  ...more,
})

const everywhere = { quarantined: stay, suspended: stay }
const open = row(stay, '/review-legal', '/profile', stay, stay)
const entry = row(stay, '/review-legal', '/profile', '/login-success', '/login-success')
const ordinary = row('/login+', '/review-legal+', '/profile+', stay, stay)
const passage = row('/login+', '/review-legal?', '/profile?', stay, stay)
const needsVerified = row('/login+', '/review-legal+', '/profile+', '/profile+', stay)
const admin = row('/login+', '/review-legal+', '/profile+', '/workspaces', '/workspaces', { staff: stay })
const unguarded = row(stay, stay, stay, stay, stay, everywhere)

const table: Record<RouteName, Row> = {
  home: row('/login', '/review-legal', '/profile', stay, stay),
  login: entry,
  signup: entry,
  'login-success': row('/login', '/review-legal', '/profile', stay, stay),
  logout: unguarded,
  'logout-success': unguarded,
  'print-legal': unguarded,
  'sign-in-problem': open,
  'is-it-yours': open,
  legal: { ...open, unreviewed: stay },
  'review-legal': row('/login+', stay, '/profile', stay, stay),
  profile: row('/login+', '/review-legal', stay, stay, stay),
  'profile-security': ordinary,
  'profile-tokens': ordinary,
  'profile-staff-access': ordinary,
  'profile-data': ordinary,
  dashboard: passage,
  tutorial: passage,
  workspaces: { ...passage, unverified: '/profile' },
  billing: needsVerified,
  'default-workspace': passage,
  'workspace-settings': needsVerified,
  'workspace-members': needsVerified,
  'workspace-api-tokens': needsVerified,
  'workspace-service-accounts': needsVerified,
  'workspace-access-review': needsVerified,
  'workspace-trust-rules': needsVerified,
  'workspace-activity': needsVerified,
  'workspace-danger': needsVerified,
  'workspace-confirm': needsVerified,
  'workspace-go': row('/login+', '/review-legal+', '/profile+', goUrl, goUrl),
  'workspace-admin': admin,
  'workspace-admin-person': admin,
  'workspace-admin-workspace': admin,
  invitation: ordinary,
  device: needsVerified,
  'not-a-member': row('/login+', '/review-legal', '/profile', stay, stay),
  'quarantine-notice': row('/login+', '/workspaces', '/workspaces', '/workspaces', '/workspaces', {
    quarantined: stay,
  }),
  'suspension-notice': row('/login+', '/workspaces', '/workspaces', '/workspaces', '/workspaces', {
    suspended: stay,
  }),
  '404': open,
}

const path = '/somewhere?page=2'

function look(routeName: RouteName, session: User | null, isAdminPageOn = false): GuardDecision {
  return guard({
    session,
    routeName,
    path,
    params: { workspaceId: 'W1' },
    search: { redirect: '/changes' },
    isAdminPageOn,
    staffDomain: 'systeminit.com',
  })
}

function cellOf(decision: GuardDecision): Cell {
  if (decision.kind === 'stay') return stay
  if (decision.kind === 'browser') return decision.url
  const { to, savedPath, fallbackPath } = decision
  for (const stored of [savedPath, fallbackPath]) if (stored !== undefined) expect(stored).toBe(path)
  return `${to}${savedPath === undefined ? '' : '+'}${fallbackPath === undefined ? '' : '?'}`
}

describe('guard', () => {
  it.each(routeNames.flatMap((name) => Object.keys(people).map((who) => [name, who as Column] as const)))(
    'returns the expected decision for %s and a user in state %s',
    (name, who) => {
      expect(cellOf(look(name, people[who]))).toBe(table[name][who])
    },
  )

  it('opens the admin page to users with the flag, to staff and to emails that contain the staff domain', () => {
    expect(look('workspace-admin', person(), true).kind).toBe('stay')
    expect(look('workspace-admin', person({ isStaff: true })).kind).toBe('stay')
    expect(look('workspace-admin', person({ email: 'eve@systeminit.com.example.org' })).kind).toBe('stay')
  })

  it('lets the link in the verification email refresh the user before it redirects to terms or profile', () => {
    const arrive = (session: User | null) =>
      cellOf(
        guard({
          session,
          routeName: 'login-success',
          path,
          search: { verification: 'done' },
          isAdminPageOn: false,
          staffDomain: 'systeminit.com',
        }),
      )
    expect(arrive(people['needs terms'])).toBe(stay)
    expect(arrive(people.unreviewed)).toBe(stay)
    expect(arrive(people.unverified)).toBe(stay)
    expect(arrive(people.suspended)).toBe('/suspension-notice')
    expect(arrive(null)).toBe('/login')
  })

  it('forwards only redirects that are paths inside the instance', () => {
    const leave = (redirect: unknown) =>
      guard({
        session: person(),
        routeName: 'workspace-go',
        path,
        params: { workspaceId: 'W1' },
        search: { redirect },
        isAdminPageOn: false,
        staffDomain: 'systeminit.com',
      })
    const bare = { kind: 'browser', url: 'http://localhost:9001/workspaces/W1/go' }
    for (const redirect of ['//evil.example', '/\\evil.example', 'https://evil.example', 7, undefined]) {
      expect(leave(redirect)).toEqual(bare)
    }
  })

  it('redirects to workspaces if the path has no workspace id', () => {
    const decision = guard({
      session: person(),
      routeName: 'workspace-go',
      path,
      isAdminPageOn: false,
      staffDomain: 'systeminit.com',
    })
    expect(decision).toEqual({ kind: 'redirect', to: '/workspaces' })
  })
})
