/** How a sign-in finds its account. */
import { account } from '@portal/contract/account/account'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeIdentity, makeUser } from '../../testing/factories.ts'
import { signInThroughProvider } from '../../testing/sign-in-through-provider.ts'
import { users } from '../account/user-table.ts'
import { identities } from '../sessions/identity-table.ts'

const test = useTestApp()

/** Signs in and returns the account's user. */
async function signIn(subject: string) {
  const { session } = await signInThroughProvider(test, subject)
  const reply = await test.send(account.whoami, {}, { session })
  return { session, user: reply.body.user }
}

const allUsers = () => test.database.orm.select().from(users)
const liveUsers = async () => (await allUsers()).filter(({ deletedAt }) => deletedAt === null)
const identitiesOf = async (userId: string) => {
  const rows = await test.database.orm.select().from(identities).where(eq(identities.userId, userId))
  return rows.map(({ subject }) => subject).sort()
}

describe('A verified address', () => {
  it('leads every provider to the same account, which lists each of them', async () => {
    test.identity.add({ subject: 'auth0|a', email: 'same@example.com' })
    test.identity.add({ subject: 'github|b', email: 'same@example.com' })
    const first = await signIn('auth0|a')
    const second = await signIn('github|b')
    expect(second.user.id).toBe(first.user.id)
    expect(second.user.auth0Id).toBe('auth0|a')
    expect(await identitiesOf(first.user.id)).toEqual(['auth0|a', 'github|b'])
    expect(await liveUsers()).toHaveLength(1)
  })

  it.each([
    ['capitals', 'SAME@Example.COM'],
    ['a different Unicode composition', 'same@exa\u0301mple.com'],
    ['surrounding spaces', '  same@example.com '],
    ['the ASCII form of its domain', 'same@xn--exmple-qta.com'],
  ])('is the same address with %s', async (_, email) => {
    test.identity.add({
      subject: 'auth0|a',
      email: /\u0301|xn--/.test(email) ? 'same@ex\u00e1mple.com' : 'same@example.com',
    })
    test.identity.add({ subject: 'github|b', email })
    expect((await signIn('github|b')).user.id).toBe((await signIn('auth0|a')).user.id)
  })

  it('is a different address with an added dot, a tag or a look-alike letter', async () => {
    const emails = [
      'some.body@example.com',
      'somebody@example.com',
      'somebody+x@example.com',
      'somebоdy@example.com',
    ]
    const ids = new Set<string>()
    for (const [at, email] of emails.entries()) {
      test.identity.add({ subject: `auth0|${at}`, email })
      ids.add((await signIn(`auth0|${at}`)).user.id)
    }
    expect(ids.size).toBe(4)
  })

  it('has one account after twelve concurrent first sign-ins from two providers', async () => {
    const subjects = ['auth0|a', 'github|b']
    for (const subject of subjects) test.identity.add({ subject, email: 'same@example.com' })
    const tries = Array.from({ length: 12 }, (_, at) => signInThroughProvider(test, subjects[at % 2] ?? ''))
    const answers = await Promise.all(tries)
    expect(answers.filter(({ session }) => session === undefined)).toEqual([])
    expect(await allUsers()).toHaveLength(1)
    expect(await test.database.orm.select().from(identities)).toHaveLength(2)
  })
})

describe('An unverified address', () => {
  it('never joins an existing account', async () => {
    const owner = await makeUser(test.database, { email: 'victim@example.com' })
    await makeIdentity(test.database, owner)
    test.identity.add({ subject: 'github|attacker', email: 'victim@example.com', isEmailVerified: false })
    const attacker = await signIn('github|attacker')
    expect(attacker.user.id).not.toBe(owner.id)
    expect(attacker.user.emailVerified).toBe(false)
    expect(await identitiesOf(owner.id)).toEqual([owner.auth0Id])
  })

  it('is not reserved: another user who verifies it gets a separate account', async () => {
    test.identity.add({ subject: 'auth0|squatter', email: 'mine@example.com', isEmailVerified: false })
    test.identity.add({ subject: 'auth0|real', email: 'mine@example.com' })
    const squatter = await signIn('auth0|squatter')
    const real = await signIn('auth0|real')
    expect(real.user.id).not.toBe(squatter.user.id)
    const again = await test.send(account.whoami, {}, { session: squatter.session })
    expect(again.body.user).toMatchObject({ id: squatter.user.id, emailVerified: false })
  })

  it('gets one account per identity, however many first sign-ins are concurrent', async () => {
    test.identity.add({ subject: 'auth0|new', email: 'new@example.com', isEmailVerified: false })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signInThroughProvider(test, 'auth0|new')),
    )
    const ids = new Set<string>()
    for (const { session } of answers)
      ids.add((await test.send(account.whoami, {}, { session })).body.user.id)
    expect(ids.size).toBe(1)
    expect(await allUsers()).toHaveLength(1)
  })

  it('verifies its account once the provider has verified it', async () => {
    test.identity.add({ subject: 'auth0|a', email: 'new@example.com', isEmailVerified: false })
    const before = await signIn('auth0|a')
    test.identity.add({ subject: 'auth0|a', email: 'new@example.com' })
    const after = await signIn('auth0|a')
    expect(after.user).toMatchObject({ id: before.user.id, emailVerified: true })
  })

  it('never removes the verification from a verified account', async () => {
    test.identity.add({ subject: 'auth0|a', email: 'mine@example.com' })
    await signIn('auth0|a')
    test.identity.add({ subject: 'auth0|a', email: 'mine@example.com', isEmailVerified: false })
    expect((await signIn('auth0|a')).user.emailVerified).toBe(true)
    test.identity.add({ subject: 'auth0|a', email: 'other@example.com', isEmailVerified: false })
    expect((await signIn('auth0|a')).user).toMatchObject({ email: 'mine@example.com', emailVerified: true })
  })

  it("of a second identity never verifies another user's address for the account", async () => {
    test.identity.add({ subject: 'auth0|a', email: 'a@example.com' })
    test.identity.add({ subject: 'github|a', email: 'a@example.com' })
    const { user } = await signIn('auth0|a')
    await signIn('github|a')
    test.identity.add({ subject: 'github|a', email: 'staff@systeminit.com', isEmailVerified: false })
    expect((await signIn('github|a')).user).toMatchObject({ id: user.id, email: 'a@example.com' })
  })
})

describe('An address changed at the provider', () => {
  it("is taken over from the account's own identity if it is verified and free", async () => {
    test.identity.add({ subject: 'auth0|a', email: 'old@example.com' })
    const { user } = await signIn('auth0|a')
    test.identity.add({ subject: 'auth0|a', email: 'New@example.com' })
    expect((await signIn('auth0|a')).user).toMatchObject({
      id: user.id,
      email: 'New@example.com',
      emailVerified: true,
    })
  })

  it('is ignored if another account uses it', async () => {
    const other = await makeUser(test.database, { email: 'taken@example.com' })
    test.identity.add({ subject: 'auth0|a', email: 'old@example.com' })
    const { user } = await signIn('auth0|a')
    test.identity.add({ subject: 'auth0|a', email: 'taken@example.com' })
    expect((await signIn('auth0|a')).user).toMatchObject({ id: user.id, email: 'old@example.com' })
    expect(await identitiesOf(other.id)).toEqual([])
  })
})

describe("The provider's profile", () => {
  it('fills only empty fields', async () => {
    const names = {
      firstName: 'Ada',
      lastName: 'Lovelace',
      nickname: 'ada',
      pictureUrl: 'https://img.example/a.png',
    }
    test.identity.add({ subject: 'auth0|a', email: 'a@example.com', firstName: 'First' })
    expect((await signIn('auth0|a')).user).toMatchObject({
      firstName: 'First',
      lastName: null,
      pictureUrl: null,
    })
    test.identity.add({ subject: 'auth0|a', email: 'a@example.com', ...names })
    expect((await signIn('auth0|a')).user).toMatchObject({ ...names, firstName: 'First' })
    test.identity.add({
      subject: 'auth0|a',
      email: 'a@example.com',
      firstName: null,
      lastName: 'Other',
      nickname: 'other',
    })
    expect((await signIn('auth0|a')).user).toMatchObject({ ...names, firstName: 'First' })
  })

  it('never restores a picture that the user has cleared, until they restore it themselves', async () => {
    const pictureUrl = 'https://img.example/a.png'
    test.identity.add({ subject: 'auth0|a', email: 'a@example.com', pictureUrl })
    const { user, session } = await signIn('auth0|a')
    await test.database.orm.update(users).set({ agreedTosVersionId: test.services.terms.versionId })
    const params = { userId: user.id }
    for (const cleared of [null, '']) {
      await test.send(account.update, { params, body: { pictureUrl: cleared } }, { session })
      expect((await signIn('auth0|a')).user.pictureUrl).toBeNull()
    }
    await test.send(account.update, { params, body: { pictureUrl } }, { session })
    test.identity.add({ subject: 'auth0|a', email: 'a@example.com', pictureUrl: 'https://img.example/b.png' })
    expect((await signIn('auth0|a')).user.pictureUrl).toBe(pictureUrl)
  })

  it('is not stored in its original form', async () => {
    test.identity.add({ subject: 'auth0|a', email: 'a@example.com', nickname: 'ada' })
    const { user } = await signIn('auth0|a')
    expect(user.auth0Details).toBeNull()
    expect(Object.keys((await allUsers())[0] ?? {})).not.toContain('auth0Details')
  })
})
