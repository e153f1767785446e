import type { User } from '@portal/contract/account/account'
import { describe, expect, it } from 'vitest'
import { type GuardedPerson, guardedPeople as people } from '../../testing/guarded-people.ts'
import { person } from '../../testing/people.ts'
import { type GuardDecision, type GuardedPage, type GuardInput, guard } from './route-guard.ts'
import type { Access } from './static-data.ts'

const stay = 'stay'
const goUrl = 'http://localhost:9001/workspaces/W1/go?redirect=%2Fchanges'
/** After a target, `+` means that the path is stored as the login redirect, and `?` that it is stored only if none is. */
type Cell = string
type Row = Record<GuardedPerson, Cell>
type ReturnTo = GuardedPage['returnTo']

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

const open = row(stay, '/review-legal', '/profile', stay, stay)
const never = { ...open, 'signed out': '/login+' }
const ordinary = row('/login+', '/review-legal+', '/profile+', stay, stay)
const fallback = row('/login+', '/review-legal?', '/profile?', stay, stay)
const notice = row('/login+', '/workspaces', '/workspaces', '/workspaces', '/workspaces')
const entry = row(stay, '/review-legal', '/profile', '/login-success', '/login-success')
const admin = { ...ordinary, unverified: '/workspaces', fine: '/workspaces', staff: stay }
const everywhere = row(stay, stay, stay, stay, stay, { quarantined: stay, suspended: stay })

/** Names of pages stand for rules of these pages only. */
const table: [name: string, Access, ReturnTo, Row][] = [
  ['any', 'unguarded', undefined, everywhere],
  ['any', 'public', undefined, open],
  ['any', 'signed-in', undefined, ordinary],
  ['any', 'signed-in', 'never', never],
  ['any', 'signed-in', 'fallback', fallback],
  ['any', 'verified', undefined, { ...ordinary, unverified: '/profile+' }],
  ['any', 'verified', 'fallback', { ...fallback, unverified: '/profile' }],
  ['any', 'staff', undefined, admin],
  ['any', 'quarantined', undefined, { ...notice, quarantined: stay }],
  ['any', 'suspended', undefined, { ...notice, suspended: stay }],
  ['login', 'public', undefined, entry],
  ['signup', 'public', undefined, entry],
  ['login-success', 'signed-in', 'never', { ...never, 'signed out': '/login' }],
  ['legal', 'public', undefined, { ...open, unreviewed: stay }],
  ['review-legal', 'signed-in', 'never', { ...never, 'needs terms': stay }],
  ['profile', 'signed-in', 'never', { ...never, unreviewed: stay }],
  ['workspace-go', 'signed-in', undefined, { ...ordinary, unverified: goUrl, fine: goUrl, staff: goUrl }],
]

const path = '/somewhere?page=2'

function look(page: GuardedPage, session: User | null, more: Partial<GuardInput> = {}): GuardDecision {
  return guard({
    session,
    page,
    path,
    params: { workspaceId: 'W1' },
    search: { redirect: '/changes' },
    isAdminPageOn: false,
    staffDomain: 'systeminit.com',
    ...more,
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
  it.each(table)('decides for %s page with access %s and return %s', (name, access, returnTo, row) => {
    const page = { name, access, returnTo }
    const decided = Object.entries(people).map(([who, user]) => [who, cellOf(look(page, user))])
    expect(Object.fromEntries(decided)).toEqual(row)
  })

  it('opens the admin page to users with the flag, to staff and to emails that contain the staff domain', () => {
    const admin: GuardedPage = { name: 'workspace-admin', access: 'staff' }
    expect(look(admin, person(), { isAdminPageOn: true }).kind).toBe('stay')
    expect(look(admin, person({ isStaff: true })).kind).toBe('stay')
    expect(look(admin, person({ email: 'eve@systeminit.com.example.org' })).kind).toBe('stay')
  })

  it('lets the link in the verification email refresh the user before it redirects to terms or profile', () => {
    const page: GuardedPage = { name: 'login-success', access: 'signed-in', returnTo: 'never' }
    const arrive = (session: User | null) => cellOf(look(page, session, { search: { verification: 'done' } }))
    expect(arrive(people['needs terms'])).toBe(stay)
    expect(arrive(people.unreviewed)).toBe(stay)
    expect(arrive(people.unverified)).toBe(stay)
    expect(arrive(people.suspended)).toBe('/suspension-notice')
    expect(arrive(null)).toBe('/login')
  })

  it('forwards only redirects that are paths inside the instance', () => {
    const bare = { kind: 'browser', url: 'http://localhost:9001/workspaces/W1/go' }
    for (const redirect of ['//evil.example', '/\\evil.example', 'https://evil.example', 7, undefined]) {
      const page: GuardedPage = { name: 'workspace-go', access: 'signed-in' }
      expect(look(page, person(), { search: { redirect } })).toEqual(bare)
    }
  })

  it('redirects to workspaces if the path has no workspace id', () => {
    const decision = look({ name: 'workspace-go', access: 'signed-in' }, person(), { params: {} })
    expect(decision).toEqual({ kind: 'redirect', to: '/workspaces' })
  })
})
