import { personReads } from '@portal/contract/access'
import { memberRights, members } from '@portal/contract/members/members'
import { workspaceRights } from '@portal/contract/workspaces/workspace-rights'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { bearerOf, checkAccess, checkStanding, type Guard } from './access.ts'
import type { Caller, Standing } from './caller.ts'

const requestWith = (authorization?: string) => ({ headers: { authorization } }) as unknown as FastifyRequest

describe('bearerOf', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer   abc  ', 'abc'],
    ['Bearer: abc', 'abc'],
    ['Bearer', ''],
  ])('reads the token of “$0”', (header, token) => expect(bearerOf(requestWith(header))).toBe(token))

  it.each([undefined, '', 'Basic abc', 'Bearerabc', ' Bearer abc'])('ignores the header “%s”', (header) =>
    expect(bearerOf(requestWith(header))).toBeUndefined(),
  )
})

describe('checkStanding', () => {
  const standing: Standing = { workspaceId: 'W', role: 'EDITOR', quarantinedAt: null }
  const paused = { ...standing, quarantinedAt: new Date(0) }
  const reads = personReads({ workspace: { param: 'workspaceId', right: memberRights.readMembers } })
  const edits = personReads({ workspace: { param: 'workspaceId', right: workspaceRights.editWorkspace } })
  const readsPaused = personReads({
    workspace: { param: 'workspaceId', right: memberRights.readMembers, whenQuarantined: 'allowed' },
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

describe('checkAccess', () => {
  const standing: Standing = { workspaceId: 'W', role: 'OWNER', quarantinedAt: null }
  const caller = { kind: 'api', person: { emailVerified: true }, standing } as unknown as Caller
  const authenticator = { fromToken: async () => caller, needsTosUpdate: () => false }
  const readMembersOf = (workspaceId: string) => {
    const request = { ...requestWith('Bearer abc'), params: { workspaceId } } as unknown as FastifyRequest
    return checkAccess(request, members.list, { authenticator } as unknown as Guard)
  }

  it('accepts a token for the workspace in the path, and answers 404 for any other workspace', async () => {
    expect(await readMembersOf('W')).toBe(caller)
    await expect(readMembersOf('V')).rejects.toMatchObject({ type: 'NotFound' })
  })
})
