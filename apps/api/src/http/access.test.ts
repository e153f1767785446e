import { personReads } from '@portal/contract/access'
import { account } from '@portal/contract/account'
import { handoff } from '@portal/contract/handoff'
import { service } from '@portal/contract/service'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { bearerOf, checkStanding, credentialOf } from './access.ts'
import type { Standing } from './caller.ts'

const config = readConfig({})
const requestWith = (authorization?: string, cookies: Record<string, string> = {}) =>
  ({ headers: { authorization }, cookies }) as unknown as FastifyRequest

describe('bearerOf', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer   abc  ', 'abc'],
    ['Bearer: abc', 'abc'],
    ['Bearer', ''],
    [`Bearer ${'x'.repeat(8_192)}`, 'x'.repeat(8_192)],
    [`Bearer ${'x'.repeat(8_193)}`, ''],
  ])('reads the token of “$0”', (header, token) => expect(bearerOf(requestWith(header))).toBe(token))

  it.each([undefined, '', 'Basic abc', 'Bearerabc', ' Bearer abc'])('ignores the header “%s”', (header) =>
    expect(bearerOf(requestWith(header))).toBeUndefined(),
  )
})

describe('credentialOf', () => {
  const cookies = { portal_session: 'xyz', 'si-auth': 'abc' }
  const sessionToken = 'A'.repeat(43)

  it('prefers the Bearer token, then the session cookie, then the token cookie', () => {
    expect(credentialOf(requestWith('Bearer abc', cookies), account.whoami, config)).toBe('token abc')
    expect(credentialOf(requestWith(undefined, cookies), account.whoami, config)).toBe('session xyz')
    const onlyToken = requestWith(undefined, { 'si-auth': 'abc' })
    expect(credentialOf(onlyToken, account.whoami, config)).toBe('token abc')
    expect(credentialOf(requestWith(), account.whoami, config)).toBeUndefined()
  })

  it('ignores the session cookie of a call that accepts none', () =>
    expect(credentialOf(requestWith(undefined, cookies), handoff.authReconnect, config)).toBe('token abc'))

  it('is only a Bearer token in public calls that look tokens up, and nothing in the others', () => {
    expect(credentialOf(requestWith('Bearer abc', cookies), service.root, config)).toBe('token abc')
    expect(credentialOf(requestWith(undefined, cookies), service.root, config)).toBeUndefined()
    expect(credentialOf(requestWith('Bearer abc'), service.live, config)).toBeUndefined()
  })

  it('gives a session token another credential when it is sent as a Bearer token or token cookie', () => {
    const sent = [
      credentialOf(requestWith(undefined, { portal_session: sessionToken }), account.whoami, config),
      credentialOf(requestWith(`Bearer ${sessionToken}`), account.whoami, config),
      credentialOf(requestWith(undefined, { 'si-auth': sessionToken }), account.whoami, config),
    ]
    expect(sent).toEqual([`session ${sessionToken}`, `client ${sessionToken}`, `token ${sessionToken}`])
  })
})

describe('checkStanding', () => {
  const standing: Standing = { workspaceId: 'W', role: 'EDITOR', quarantinedAt: null }
  const paused = { ...standing, quarantinedAt: new Date(0) }
  const reads = personReads({ workspace: { param: 'workspaceId', act: 'readMembers' } })
  const edits = personReads({ workspace: { param: 'workspaceId', act: 'editWorkspace' } })
  const readsPaused = personReads({
    workspace: { param: 'workspaceId', act: 'readMembers', whenQuarantined: 'allowed' },
  })

  it('returns the standing of a member whose role allows the action', () =>
    expect(checkStanding(standing, reads)).toBe(standing))

  it('answers 404 to a caller who is not a member, and for a call without a workspace', () => {
    expect(() => checkStanding(undefined, reads)).toThrow(expect.objectContaining({ type: 'NotFound' }))
    expect(() => checkStanding(standing, personReads())).toThrow(
      expect.objectContaining({ type: 'NotFound' }),
    )
  })

  it('names the roles that may take the action', () =>
    expect(() => checkStanding(standing, edits)).toThrow(
      expect.objectContaining({ type: 'NotAllowed', details: { roles: ['OWNER'] } }),
    ))

  it('refuses a quarantined workspace unless the call allows it', () => {
    expect(() => checkStanding(paused, reads)).toThrow(
      expect.objectContaining({ type: 'WorkspaceQuarantined' }),
    )
    expect(checkStanding(paused, readsPaused)).toBe(paused)
  })
})
