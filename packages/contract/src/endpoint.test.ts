import { describe, expect, it } from 'vitest'
import { type Access, publicAccess } from './access.ts'
import { calls } from './calls.ts'
import { wireRequest } from './client.ts'
import { declaredErrors, type Endpoint, pathOf, pathSegments } from './endpoint.ts'
import { type ErrorType, errorStatus, isErrorType } from './errors.ts'
import { sessions } from './sessions/sessions.ts'
import { signIn } from './sign-in/sign-in.ts'
import { workspaces } from './workspaces/workspaces.ts'

describe('pathOf', () => {
  it('fills in the parameters and percent-encodes each', () => {
    expect(pathOf(workspaces.go, { workspaceId: '01A' })).toBe('/workspaces/01A/go')
    expect(pathOf(workspaces.read, { workspaceId: '../a?b#c%' })).toBe('/workspaces/..%2Fa%3Fb%23c%25')
    expect(pathOf(workspaces.list)).toBe('/workspaces')
  })

  it('throws when a parameter is missing or empty, because the path would match another call', () => {
    expect(() => pathOf(workspaces.read)).toThrow('workspaces.read needs the parameter :workspaceId')
    expect(() => pathOf(workspaces.read, { workspaceId: '' })).toThrow(':workspaceId')
  })

  it('throws when a parameter is a dot segment, because the path would match another call', () => {
    for (const workspaceId of ['.', '..'])
      expect(() => pathOf(workspaces.read, { workspaceId })).toThrow(':workspaceId')
    expect(pathOf(workspaces.read, { workspaceId: '...' })).toBe('/workspaces/...')
  })
})

describe('pathSegments', () => {
  it('splits the path and keeps the parameter names', () => {
    expect(pathSegments(workspaces.go)).toEqual(['workspaces', ':workspaceId', 'go'])
  })
})

describe('declaredErrors', () => {
  it('returns only errors that have a status', () => {
    for (const call of calls)
      for (const type of declaredErrors(call))
        expect(errorStatus[type], `${call.name} ${type}`).toBeGreaterThanOrEqual(400)
  })

  it('includes every authentication error and NotAllowed for a call that needs a credential', () => {
    for (const call of calls.filter(({ access }) => access.credentials.length > 0))
      expect(declaredErrors(call), call.name).toEqual(
        expect.arrayContaining(['NotSignedIn', 'SessionEnded', 'TokenExpired', 'TokenRevoked', 'NotAllowed']),
      )
  })

  it('includes CrossSiteRequest for writes that accept a cookie of the browser, and for no other call', () => {
    for (const call of calls) {
      const isCookie = call.access.credentials.includes('session') || call.name.startsWith('accountJoins.')
      const isCookieWrite = call.method !== 'GET' && isCookie
      expect(declaredErrors(call).includes('CrossSiteRequest'), call.name).toBe(isCookieWrite)
    }
    expect(declaredErrors(sessions.end)).toContain('CrossSiteRequest')
    expect(declaredErrors(signIn.end)).not.toContain('CrossSiteRequest')
  })
})

describe('the errors that a call declares because of its access', () => {
  const declares = (call: Partial<Endpoint>, access: Partial<Access> = {}) =>
    declaredErrors({ ...workspaces.list, errors: [], ...call, access: { ...publicAccess, ...access } })
  const always = ['InternalError', 'DatabaseUnavailable', 'ServiceOverloaded', 'TooManyRequests']
  const { query: _query, ...withoutQuery } = workspaces.list
  const bare = { ...withoutQuery, errors: [], access: publicAccess } as unknown as Endpoint

  it('are only the universal ones for a public read without parameters', () => {
    expect(declaredErrors(bare).toSorted()).toEqual(always.toSorted())
  })

  it.each<[string, ErrorType[], Partial<Endpoint>, Partial<Access>?]>([
    ['a query', ['ValidationError'], {}],
    ['a body', ['ValidationError', 'PayloadTooLarge', 'UnsupportedMediaType'], { method: 'POST' }],
    ['the call itself', ['LimitReached'], { errors: ['LimitReached'] }],
    ['idempotency', ['Conflict'], { isIdempotent: true }],
    [
      'a session',
      ['SessionEnded', 'NotSignedIn', 'TokenRevoked', 'TokenExpired', 'TokenPaused', 'NotAllowed'],
      {},
      { credentials: ['session'] },
    ],
    [
      'a token',
      ['WorkspaceQuarantined', 'AccountQuarantined', 'AccountSuspended'],
      {},
      { credentials: ['api'] },
    ],
    [
      'an optional token',
      ['NotSignedIn', 'TokenPaused', 'WorkspaceQuarantined', 'AccountSuspended'],
      {},
      { checksBearer: true },
    ],
    ['a write with a session', ['CrossSiteRequest'], { method: 'POST' }, { credentials: ['session'] }],
    ['quarantined accounts', ['AccountQuarantined'], {}, { confined: 'when-suspended' }],
    [
      'quarantined and suspended accounts',
      ['AccountQuarantined', 'AccountSuspended'],
      {},
      { confined: 'refused' },
    ],
    ['the terms in force', ['MissingTosAcceptance'], {}, { terms: 'current' }],
    ['a verified address', ['EmailNotVerified'], {}, { email: 'verified' }],
    ["the caller's own account", ['NotFound'], {}, { self: 'userId' }],
    ['staff', ['NotStaff'], {}, { staff: true }],
    ['a fresh sign-in', ['FreshSignInRequired'], {}, { freshSignIn: true }],
  ])('include those of %s', (_what, errors, call, access) => {
    expect(declares(call, access)).toEqual(expect.arrayContaining(errors))
    for (const error of errors) expect(declaredErrors(bare)).not.toContain(error)
  })

  it('include those of a workspace', () => {
    const access = workspaces.read.access
    expect(declares({}, { workspace: access.workspace })).toEqual(
      expect.arrayContaining(['NotFound', 'NotAllowed', 'WorkspaceQuarantined']),
    )
  })
})

describe('isErrorType', () => {
  it('accepts known error types and nothing else', () => {
    expect(isErrorType('NotFound')).toBe(true)
    for (const other of ['toString', '__proto__', 'constructor', '', null, undefined, 7])
      expect(isErrorType(other)).toBe(false)
  })
})

describe('every call', () => {
  it('has a unique name, a unique route, a summary sentence and a handbook heading', () => {
    expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length)
    expect(new Set(calls.map(({ method, path }) => `${method} ${path}`)).size).toBe(calls.length)
    for (const { name, summary, docs } of calls) {
      expect(name).toMatch(/^[a-z]\w*\.[a-z]\w*$/)
      expect(summary).toMatch(/\.$/)
      expect(docs).toMatch(/^docs\/product\/[a-z-]+\.md#[a-z0-9-]+$/)
    }
  })

  it('requires acceptance of the terms if it writes with a session, except calls that reduce access or verify the user', () => {
    const exempt = calls
      .filter(
        ({ method, access }) =>
          method !== 'GET' && access.credentials.includes('session') && access.terms === 'any',
      )
      .map(({ name }) => name)
    expect(exempt).toEqual(
      expect.arrayContaining([
        'sessions.end',
        'legal.agree',
        'account.refreshAuth0Profile',
        'account.resendEmailVerification',
      ]),
    )
    expect(exempt).not.toEqual(expect.arrayContaining(['account.update']))
    expect(exempt).not.toEqual(expect.arrayContaining(['workspaces.create']))
  })

  it('declares a schema for its path parameters exactly when its path has parameters', () => {
    for (const call of calls) expect(call.params !== undefined, call.name).toBe(call.path.includes(':'))
  })
})

describe('wireRequest', () => {
  it('contains what the caller passed, and nothing more', () => {
    expect(wireRequest(workspaces.list, { query: { limit: '3' } })).toEqual({
      method: 'GET',
      path: '/workspaces',
      query: { limit: '3' },
    })
    expect(wireRequest(sessions.end, {})).toEqual({ method: 'POST', path: '/session/logout' })
  })
})
