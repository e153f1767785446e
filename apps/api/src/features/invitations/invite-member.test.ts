import { activity } from '@portal/contract/activity/activity'
import { members } from '@portal/contract/members/members'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeUser } from '../../testing/factories.ts'
import { invite, mailedCode, makeTeam, type Team } from '../../testing/make-team.ts'
import { invitationCodes } from './invitation-table.ts'

const test = useTestApp()
const quietMs = 11 * 60_000

const send = ({ params, owner }: Team, body: { email: string; role?: string }) =>
  test.send(members.invite, { params, body: body as { email: string } }, owner)

describe('members.invite', () => {
  it('lists the invitee for 14 days and mails a link whose code is stored only as a hash', async () => {
    const team = await makeTeam(test)
    const { status, body } = await send(team, { email: ' Bob@Example.com ' })
    expect(status).toBe(200)
    const invited = body.find(({ status: state }) => state === 'invited')
    expect(invited).toMatchObject({ email: 'Bob@Example.com', role: 'EDITOR', nickname: 'Bob' })
    const { sentAt = '', expiresAt = '' } = invited?.invitation ?? {}
    expect(Date.parse(expiresAt) - Date.parse(sentAt)).toBe(14 * 86_400_000)
    const [mail] = test.jobs.mailsTo('Bob@Example.com')
    expect(mail?.text).toContain('with the role Collaborator')
    const code = mailedCode(test, 'Bob@Example.com')
    expect(code).toHaveLength(43)
    const [kept] = await test.database.orm.select().from(invitationCodes)
    expect(Buffer.from(kept?.codeHash ?? []).toString('base64url')).not.toBe(code)
  })

  it.each([
    ['nine addresses', Array.from({ length: 9 }, (_, at) => `p${at}@example.com`).join(',')],
    [
      'nine addresses padded with characters of two code units',
      `${Array.from({ length: 9 }, (_, at) => `p${at}@a.co`).join(',')}${'𝒜'.repeat(160)}`,
    ],
    ['a header line', 'bob@example.com\r\nBcc: eve@example.com'],
    ['a name and an address', 'Bob <bob@example.com>'],
    ['half a surrogate pair', 'bob\ud835@example.com'],
    ['text with a direction override', 'bob\u202e@example.com'],
  ])('refuses %s as the invitee and sends no mail', async (_, email) => {
    const team = await makeTeam(test)
    expect(await send(team, { email })).toMatchObject({ status: 400, body: { kind: 'ValidationError' } })
    expect(test.jobs.sent).toEqual([])
  })

  it('answers a refused invitation with the body that the API description declares', async () => {
    const team = await makeTeam(test)
    const { status, body } = await send(team, { email: team.owner.user.email })
    expect(status).toBe(409)
    const description = (await test.app.inject({ url: '/openapi.json' })).json()
    const { responses } = description.paths['/workspace/{workspaceId}/members'].post
    const declared = responses[409]
    const [form, kinds] = declared.content['application/json'].schema.allOf
    expect(kinds.properties.kind.enum).toContain((body as unknown as { type: string }).type)
    expect(form).toEqual({ $ref: '#/components/schemas/PlainError' })
    const { properties, required } = description.components.schemas.PlainError
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(body)))
    expect(Object.keys(body)).toEqual(expect.arrayContaining(required))
    for (const [name, value] of Object.entries(body)) expect(typeof value, name).toBe(properties[name].type)
  })

  it('never splits a character when it cuts a long workspace name in the subject', async () => {
    const team = await makeTeam(test)
    const displayName = `a${'𠮷'.repeat(400)}`
    await test.send(workspaces.update, { params: team.params, body: { displayName } }, team.owner)
    expect((await send(team, { email: 'bob@example.com' })).status).toBe(200)
    const [mail] = test.jobs.mailsTo('bob@example.com')
    expect(mail?.subject.isWellFormed()).toBe(true)
    expect(mail?.subject).toContain('a𠮷')
  })

  it('sends the same reply and mail whether or not the address has an account', async () => {
    const team = await makeTeam(test)
    await makeUser(test.database, { email: 'known@example.com', firstName: 'Known' })
    const known = await send(team, { email: 'known@example.com' })
    const unknown = await send(team, { email: 'unknown@example.com' })
    const rowOf = (reply: typeof known, email: string) => {
      const row = reply.body.find((member) => member.email === email)
      const isNamedByAddress = row?.nickname === email.split('@')[0]
      const invitation = Object.keys(row?.invitation ?? {})
      return { ...row, email: '', userId: '', nickname: isNamedByAddress, invitation }
    }
    expect(rowOf(known, 'known@example.com')).toEqual(rowOf(unknown, 'unknown@example.com'))
    const textTo = (address: string) =>
      test.jobs.mailsTo(address)[0]?.text.replace(mailedCode(test, address), '')
    expect(textTo('known@example.com')).toBe(textTo('unknown@example.com'))
  })

  it('renews the open invitation of the address, with the new role if one is sent', async () => {
    const team = await makeTeam(test)
    const id = await invite(test, team, 'bob@example.com')
    test.clockOffsetMs = quietMs
    const again = await send(team, { email: 'BOB@example.com', role: 'APPROVER' })
    const rows = again.body.filter(({ status }) => status === 'invited')
    expect(rows).toMatchObject([{ role: 'APPROVER', invitation: { id } }])
    test.clockOffsetMs = 2 * quietMs
    const third = await send(team, { email: 'bob@example.com' })
    expect(third.body.find(({ status }) => status === 'invited')?.role).toBe('APPROVER')
    const { body: acts } = await test.send(activity.list, { params: team.params }, team.owner)
    expect(acts.map(({ act, subject }) => `${act} ${subject}`)).toEqual([
      'member.invitation-resent bob@example.com',
      'member.invitation-resent BOB@example.com: EDITOR → APPROVER',
      'member.invited bob@example.com',
    ])
  })

  it('keeps the role that the owner offered when an approver, who may not change roles, invites again', async () => {
    const team = await makeTeam(test)
    await invite(test, team, 'bob@example.com')
    const body = { email: 'bob@example.com', role: 'APPROVER' as const }
    for (const passedMs of [0, quietMs]) {
      test.clockOffsetMs = passedMs
      const again = await test.send(members.invite, { params: team.params, body }, team.approver)
      expect(again.body.find(({ status }) => status === 'invited')?.role).toBe('EDITOR')
    }
  })

  it.each(['approver', 'Approver', 'APPROVER'])('accepts the role in the letter case %s', async (role) => {
    const { body } = await send(await makeTeam(test), { email: 'bob@example.com', role })
    expect(body.find(({ status }) => status === 'invited')?.role).toBe('APPROVER')
  })

  it('refuses the address of a member with a plain sentence', async () => {
    const team = await makeTeam(test)
    const reply = await send(team, { email: 'EDITOR@Example.com' })
    expect(reply.status).toBe(409)
    expect(reply.body).toMatchObject({
      error: 'EDITOR@Example.com is already a member of this workspace.',
      type: 'AlreadyMember',
    })
    expect(test.jobs.sent).toEqual([])
  })

  it('refuses the role of owner with a plain sentence, and an unknown role as invalid', async () => {
    const team = await makeTeam(test)
    const owner = await send(team, { email: 'bob@example.com', role: 'OWNER' })
    expect(owner.status).toBe(409)
    expect(owner.body).toMatchObject({
      error: "You can't invite a user as owner. Invite them as a member, then offer them ownership.",
      type: 'OwnerLocked',
    })
    expect((await send(team, { email: 'bob@example.com', role: 'guest' })).errorType).toBe('ValidationError')
  })

  it.each(['', '   ', 'bob', 'bob@', 'a@b@example.com', `${'b'.repeat(250)}@example.com`])(
    'refuses the invalid address %j',
    async (email) => {
      expect((await send(await makeTeam(test), { email })).errorType).toBe('ValidationError')
    },
  )

  it('is allowed to approvers but not to collaborators', async () => {
    const { params, approver, editor } = await makeTeam(test)
    const body = { email: 'bob@example.com' }
    expect((await test.send(members.invite, { params, body }, approver)).status).toBe(200)
    const refused = await test.send(members.invite, { params, body }, editor)
    expect(refused.error).toMatchObject({ type: 'NotAllowed', roles: ['OWNER', 'APPROVER'] })
  })

  it('mails a workspace name that looks like a URL as plain text', async () => {
    const team = await makeTeam(test, { displayName: 'https://evil.example/login <b>' })
    await invite(test, team, 'bob@example.com')
    const [mail] = test.jobs.mailsTo('bob@example.com')
    const whole = `${mail?.subject} ${mail?.text} ${mail?.html}`
    expect(whole).not.toContain('https://evil')
    expect(whole).not.toContain('evil.example')
    expect(mail?.html).not.toContain('<b>')
  })
})
