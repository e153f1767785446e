import { describe, expect, it } from 'vitest'
import { calls } from './calls.ts'
import { wireRequest } from './client.ts'
import { declaredErrors, pathOf, pathSegments } from './endpoint.ts'
import { errorStatus, isErrorType } from './errors.ts'
import { sessions } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { workspaces } from './workspaces.ts'

describe('a path', () => {
  it('has its parameters filled in, each encoded', () => {
    expect(pathOf(workspaces.go, { workspaceId: '01A' })).toBe('/workspaces/01A/go')
    expect(pathOf(workspaces.read, { workspaceId: '../a?b#c%' })).toBe('/workspaces/..%2Fa%3Fb%23c%25')
    expect(pathOf(workspaces.list)).toBe('/workspaces')
  })

  it('never is another call for want of a parameter', () => {
    expect(() => pathOf(workspaces.read)).toThrow('workspaces.read needs the parameter :workspaceId')
    expect(() => pathOf(workspaces.read, { workspaceId: '' })).toThrow(':workspaceId')
  })

  it('never leaves its place for a dot', () => {
    for (const workspaceId of ['.', '..'])
      expect(() => pathOf(workspaces.read, { workspaceId })).toThrow(':workspaceId')
    expect(pathOf(workspaces.read, { workspaceId: '...' })).toBe('/workspaces/...')
  })

  it('is known as segments with the parameters named, for tracing', () => {
    expect(pathSegments(workspaces.go)).toEqual(['workspaces', ':workspaceId', 'go'])
  })
})

describe('the errors of a call', () => {
  it('have a status each', () => {
    for (const call of calls)
      for (const type of declaredErrors(call))
        expect(errorStatus[type], `${call.name} ${type}`).toBeGreaterThanOrEqual(400)
  })

  it('tell bad credentials from those that may not, wherever one is needed', () => {
    for (const call of calls.filter(({ access }) => access.credentials.length > 0))
      expect(declaredErrors(call), call.name).toEqual(
        expect.arrayContaining(['NotSignedIn', 'SessionEnded', 'TokenExpired', 'TokenRevoked', 'NotAllowed']),
      )
  })

  it('have CrossSiteRequest for every write with the cookie, and for nothing else', () => {
    for (const call of calls) {
      const isCookieWrite = call.method !== 'GET' && call.access.credentials.includes('session')
      expect(declaredErrors(call).includes('CrossSiteRequest'), call.name).toBe(isCookieWrite)
    }
    expect(declaredErrors(sessions.end)).toContain('CrossSiteRequest')
    expect(declaredErrors(signIn.end)).not.toContain('CrossSiteRequest')
  })

  it('are types that there are', () => {
    expect(isErrorType('NotFound')).toBe(true)
    for (const other of ['toString', '__proto__', 'constructor', '', null, undefined, 7])
      expect(isErrorType(other)).toBe(false)
  })
})

describe('every call', () => {
  it('has a name, a route, a sentence and a source of its own', () => {
    expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length)
    expect(new Set(calls.map(({ method, path }) => `${method} ${path}`)).size).toBe(calls.length)
    for (const { name, summary, spec } of calls) {
      expect(name).toMatch(/^[a-z]\w*\.[a-z]\w*$/)
      expect(summary).toMatch(/\.$/)
      expect(spec).toMatch(/SPEC|RULES|HOUSE/)
    }
  })

  it('that writes for a person wants the terms accepted, but for what RULES section 4 names', () => {
    const free = calls
      .filter(
        ({ method, access }) =>
          method !== 'GET' && access.credentials.includes('session') && access.terms === 'any',
      )
      .map(({ name }) => name)
    expect(free).toEqual(
      expect.arrayContaining([
        'sessions.end',
        'legal.agree',
        'account.refreshAuth0Profile',
        'account.resendEmailVerification',
      ]),
    )
    expect(free).not.toEqual(expect.arrayContaining(['account.update']))
    expect(free).not.toEqual(expect.arrayContaining(['workspaces.create']))
  })

  it('that names a parameter declares it', () => {
    for (const call of calls) expect(call.params !== undefined, call.name).toBe(call.path.includes(':'))
  })
})

it('a request on the wire is what the caller gave, and nothing more', () => {
  expect(wireRequest(workspaces.list, { query: { limit: '3' } })).toEqual({
    method: 'GET',
    path: '/workspaces',
    query: { limit: '3' },
  })
  expect(wireRequest(sessions.end, {})).toEqual({ method: 'POST', path: '/session/logout' })
})
