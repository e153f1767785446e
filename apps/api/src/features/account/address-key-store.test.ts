/** Address keys of an earlier release, which kept the domain as it was typed. */
import { emailKeysOf } from '@portal/contract/account/email-keys'
import { members } from '@portal/contract/members/members'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { addMember, makeIdentity, makeUser, makeWorkspace } from '../../testing/factories.ts'
import { makeSignedIn } from '../../testing/make-signed-in.ts'
import { signInThroughProvider } from '../../testing/sign-in-through-provider.ts'
import { workspaceInvitations } from '../invitations/invitation-table.ts'
import { replaceTypedDomains } from './address-key-store.ts'
import { users } from './user-table.ts'

const test = useTestApp()
const typed = 'x@m\u00fcnchen.example'
const ascii = 'x@xn--mnchen-3ya.example'

const makeOldAccount = () => makeUser(test.database, { email: typed, emailKey: typed })
const keyOf = async (id: string) => {
  const [row] = await test.database.orm.select({ key: users.emailKey }).from(users).where(eq(users.id, id))
  return row?.key
}

describe('An account with a key of an earlier release', () => {
  it('gets the key with the ASCII form of its domain', async () => {
    const old = await makeOldAccount()
    await replaceTypedDomains(test.database.orm)
    expect(await keyOf(old.id)).toBe(ascii)
  })

  it('keeps its key if another account has the ASCII form', async () => {
    const [old, other] = [await makeOldAccount(), await makeUser(test.database, { email: ascii })]
    await replaceTypedDomains(test.database.orm)
    expect([await keyOf(old.id), await keyOf(other.id)]).toEqual([typed, ascii])
  })

  it('is found by its typed address, and after the upkeep by the ASCII form, and a sign-in is no change of address', async () => {
    const old = await makeOldAccount()
    await makeIdentity(test.database, old)
    for (const [subject, email] of [
      [old.auth0Id ?? '', typed],
      ['github|x', typed.toUpperCase()],
    ] as const) {
      test.identity.add({ subject, email })
      expect((await signInThroughProvider(test, subject)).session).toBeDefined()
    }
    await replaceTypedDomains(test.database.orm)
    test.identity.add({ subject: 'google-oauth2|x', email: ascii })
    await signInThroughProvider(test, 'google-oauth2|x')
    expect(await test.database.orm.select().from(users)).toHaveLength(1)
    expect(test.jobs.mailsTo(typed).map(({ subject }) => subject)).not.toContainEqual(
      expect.stringMatching(/has changed/),
    )
  })

  it('can be removed from a workspace', async () => {
    const owner = await makeSignedIn(test)
    const workspace = await makeWorkspace(test.database, owner.user)
    await addMember(test.database, workspace, await makeOldAccount())
    const input = { params: { workspaceId: workspace.id }, body: { email: typed } }
    expect((await test.send(members.remove, input, { session: owner.session })).body).toHaveLength(1)
  })
})

describe('An invitation', () => {
  it('has one row for both forms of a domain', async () => {
    const owner = await makeSignedIn(test)
    const { id: workspaceId } = await makeWorkspace(test.database, owner.user)
    for (const email of [typed, ascii])
      await test.send(
        members.invite,
        { params: { workspaceId }, body: { email } },
        { session: owner.session },
      )
    expect(await test.database.orm.select().from(workspaceInvitations)).toHaveLength(1)
  })

  it('with a key of an earlier release gets the one with the ASCII form', async () => {
    const owner = await makeUser(test.database)
    const { id: workspaceId } = await makeWorkspace(test.database, owner)
    const at = new Date()
    await test.database.orm.insert(workspaceInvitations).values({
      id: 'OLD',
      workspaceId,
      email: typed,
      emailKey: emailKeysOf(typed)[1] ?? '',
      role: 'EDITOR',
      invitedByUserId: owner.id,
      createdAt: at,
      sentAt: at,
      expiresAt: at,
    })
    await replaceTypedDomains(test.database.orm)
    const [row] = await test.database.orm.select().from(workspaceInvitations)
    expect(row?.emailKey).toBe(normalizeEmail(typed))
  })
})
