import { account } from '@portal/contract/account/account'
import { messages } from '@portal/contract/messages'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import {
  badCredentials,
  done,
  instanceOwnAccount,
  ok,
  ownAccount,
  pausedTokens,
  termsNeeded,
} from '../../testing/outcome-groups.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'
import { users } from './user-table.ts'

const test = useTestApp()

type Profile = Parameters<typeof save>[1]
const save = (me: SignedIn, body: { [field: string]: unknown }, userId = me.user.id) =>
  test.send(
    account.update,
    { params: { userId }, body: body as { lastName?: string } },
    { session: me.session },
  )
const complete = (me: SignedIn, body: Profile = {}) =>
  test.send(
    account.completeProfile,
    { params: { userId: me.user.id }, body: body as { lastName?: string } },
    { session: me.session },
  )

describe('account.completeProfile', () => {
  it('refuses a profile without a nickname while the account has none', async () => {
    const me = await makeSignedIn(test, { nickname: null, reviewedProfileAt: null })
    for (const body of [{}, { nickname: '' }, { nickname: ' ' }, { nickname: null }, { firstName: 'Ada' }]) {
      const { status, body: answer } = await complete(me, body)
      expect(status).toBe(400)
      expect(answer).toMatchObject({
        error: { issues: [{ path: 'nickname', message: 'This field is required' }] },
      })
    }
    expect(
      (await complete(me, { nickname: 'ada' })).body.user.onboardingDetails.reviewedProfile,
    ).not.toBeNull()
    expect((await complete(me, {})).status).toBe(200)
  })
})

describe('Saving the profile', () => {
  it('stores each field trimmed and in Unicode NFC, and leaves the other fields unchanged', async () => {
    const me = await makeSignedIn(test, { githubUsername: 'kept' })
    const reply = await save(me, { firstName: '  Zoe\u0308 ', nickname: 'zo', discordUsername: 'zo#1234' })
    expect(reply.body.user).toMatchObject({
      firstName: 'Zo\u00eb',
      nickname: 'zo',
      discordUsername: 'zo#1234',
      githubUsername: 'kept',
      lastName: me.user.lastName,
    })
  })

  it('accepts names in any script', async () => {
    const me = await makeSignedIn(test)
    for (const nickname of [
      'Łukasz',
      '李小龍',
      "O'Brien",
      'D’Arcy',
      'José-María',
      'علي',
      'नेहा',
      'J. R. (Bob) #1 & Co + Sons!',
    ])
      expect((await save(me, { nickname })).body.user.nickname).toBe(nickname.normalize('NFC'))
  })

  it('clears a field with null or an empty text, except the nickname', async () => {
    const me = await makeSignedIn(test, { discordUsername: 'a_b', githubUsername: 'a-b' })
    const reply = await save(me, {
      firstName: null,
      lastName: '   ',
      discordUsername: '',
      githubUsername: null,
    })
    const nothing = { firstName: null, lastName: null, discordUsername: null, githubUsername: null }
    expect(reply.body.user).toMatchObject(nothing)
    for (const nickname of ['', '   ', null]) {
      const refused = await save(me, { nickname })
      expect(refused.error?.issues).toEqual([{ path: 'nickname', message: messages.required }])
    }
  })

  it.each<[string, string, string]>([
    ['nickname', 'me@example.com', messages.personName],
    ['nickname', 'see http://x', messages.personName],
    ['firstName', 'WWW.example', messages.personName],
    ['lastName', 'a/b', messages.personName],
    ['lastName', '<b>', messages.personName],
    ['firstName', 'a\nb', messages.personName],
    ['firstName', 'a'.repeat(257), messages.tooLong(256)],
    ['discordUsername', 'a', messages.discord],
    ['discordUsername', 'a..b', messages.discord],
    ['discordUsername', 'discordian', messages.discord],
    ['discordUsername', 'everyone', messages.discord],
    ['discordUsername', 'here', messages.discord],
    ['discordUsername', 'name#123', messages.discord],
    ['discordUsername', 'a'.repeat(41), messages.discord],
    ['githubUsername', 'a'.repeat(40), messages.github],
    ['githubUsername', '-a', messages.github],
    ['githubUsername', 'a--b', messages.github],
    ['githubUsername', 'a_b', messages.github],
    ['pictureUrl', 'javascript:alert(1)', messages.url],
    ['pictureUrl', 'https://user:password@img.example/a.png', messages.url],
    ['pictureUrl', 'https://?', messages.url],
    ['pictureUrl', 'ftp://img.example/a.png', messages.url],
    ['pictureUrl', 'https://ftp://img.example/a.png', messages.url],
    ['pictureUrl', '//img.example/a.png', messages.url],
    ['email', 'nonsense', messages.email],
    ['email', '', messages.required],
  ])('refuses the %s %j', async (field, value, message) => {
    const me = await makeSignedIn(test)
    const reply = await save(me, { [field]: value })
    expect(reply.errorType).toBe('ValidationError')
    expect(reply.error?.issues?.[0]).toEqual({ path: field, message })
  })

  it.each([
    ['saving', save],
    ['completing', complete],
  ])(
    'accepts stored values that break the current rules while %s the profile, and refuses new ones',
    async (_, send) => {
      const stored = {
        firstName: 'Ada <The Countess>',
        lastName: 'see http://x',
        nickname: 'ada@example.com',
        pictureUrl: '//img.example/a.png',
        discordUsername: 'everyone',
        githubUsername: 'a--b',
      }
      const me = await makeSignedIn(test, { email: 'Odd(One)@example.com', ...stored })
      const saved = await send(me, { ...stored, email: me.user.email, lastName: 'Lovelace' })
      expect(saved.body.user).toMatchObject({ ...stored, lastName: 'Lovelace' })
      for (const [field, value] of Object.entries(stored)) {
        const refused = await send(me, { [field]: `${value}<` })
        expect(refused.error?.issues?.map(({ path }) => path)).toEqual([field])
      }
    },
  )

  it('does not mark a picture as cleared when there was none', async () => {
    const me = await makeSignedIn(test, { pictureUrl: null })
    await save(me, { pictureUrl: null, lastName: 'Changed' })
    const isCleared = async () =>
      (await test.database.orm.select().from(users).where(eq(users.id, me.user.id)))[0]?.isPictureCleared
    expect(await isCleared()).toBe(false)
    await save(me, { pictureUrl: 'https://img.example/a.png' })
    await save(me, { pictureUrl: null })
    expect(await isCleared()).toBe(true)
    await save(me, { pictureUrl: null })
    expect(await isCleared()).toBe(true)
  })

  it('accepts the current email in any spelling and refuses a different one', async () => {
    const me = await makeSignedIn(test, { email: 'Some.One@example.com' })
    for (const email of ['Some.One@example.com', ' some.one@EXAMPLE.com '])
      expect((await save(me, { email })).body.user.email).toBe('Some.One@example.com')
    const refused = await save(me, { email: 'other@example.com', lastName: 'Changed' })
    expect(refused).toMatchObject({ status: 400, errorType: 'ValidationError' })
    expect(refused.error?.issues?.[0]?.path).toBe('email')
    expect((await test.send(account.whoami, {}, { session: me.session })).body.user.lastName).toBe(
      me.user.lastName,
    )
  })

  it("refuses another user's profile without revealing whether that user exists", async () => {
    const me = await makeSignedIn(test)
    const other = await makeSignedIn(test)
    for (const userId of [other.user.id, 'nobody', me.user.id.toLowerCase(), `${me.user.id}%00`]) {
      const reply = await save(me, { lastName: 'Changed' }, userId)
      expect(reply).toMatchObject({ status: 404, errorType: 'NotFound' })
    }
    const answers = [other.user.id, 'nobody'].map((userId) => save(me, {}, userId))
    const [one, two] = (await Promise.all(answers)).map(({ error }) => ({ ...error, requestId: '' }))
    expect(one).toEqual(two)
  })

  it('does not lift a quarantine that starts at the same time', async () => {
    const me = await makeSignedIn(test)
    const own = eq(users.id, me.user.id)
    await Promise.all([
      ...Array.from({ length: 10 }, (_, at) => save(me, { lastName: `Name ${at}` })),
      test.database.orm.update(users).set({ quarantinedAt: new Date() }).where(own),
    ])
    expect((await save(me, {})).errorType).toBe('AccountQuarantined')
  })

  it('keeps both of two concurrent saves of different fields', async () => {
    const me = await makeSignedIn(test)
    await Promise.all([
      save(me, { firstName: 'One' }),
      save(me, { lastName: 'Two' }),
      save(me, { nickname: 'three' }),
    ])
    const { body } = await test.send(account.whoami, {}, { session: me.session })
    expect(body.user).toMatchObject({ firstName: 'One', lastName: 'Two', nickname: 'three' })
  })

  it('returns the current profile for an empty body', async () => {
    const me = await makeSignedIn(test)
    expect((await save(me, {})).body.user).toMatchObject({ id: me.user.id, nickname: me.user.nickname })
  })
})

describe('Completing the profile', () => {
  it('marks the profile as reviewed and keeps the first date', async () => {
    const me = await makeSignedIn(test, { reviewedProfileAt: null })
    expect(
      (await test.send(account.whoami, {}, { session: me.session })).body.user.onboardingDetails,
    ).toEqual({
      reviewedProfile: null,
    })
    const first = await complete(me, { nickname: 'first', other: 1 })
    expect(first.body.user.nickname).toBe('first')
    const reviewed = first.body.user.onboardingDetails.reviewedProfile
    expect(reviewed).toMatch(/^\d{4}-\d\d-\d\dT/)
    test.clockOffsetMs = 3_600_000
    const second = await complete(me, { nickname: 'second' })
    expect(second.body.user).toMatchObject({
      nickname: 'second',
      onboardingDetails: { reviewedProfile: reviewed },
    })
  })

  it('saves nothing when a field is refused', async () => {
    const me = await makeSignedIn(test, { reviewedProfileAt: null })
    expect((await complete(me, { nickname: 'fine', githubUsername: '--' })).status).toBe(400)
    expect((await complete(me, { nickname: 'fine', email: 'other@example.com' })).status).toBe(400)
    const { user } = (await test.send(account.whoami, {}, { session: me.session })).body
    expect(user).toMatchObject({ nickname: me.user.nickname, onboardingDetails: { reviewedProfile: null } })
  })
})

it('GET /whoami returns exactly the specified fields', async () => {
  const me = await makeSignedIn(test)
  const { user } = (await test.send(account.whoami, {}, { session: me.session })).body
  expect(Object.keys(user).sort()).toEqual(
    [
      'id',
      'email',
      'emailVerified',
      'firstName',
      'lastName',
      'nickname',
      'pictureUrl',
      'githubUsername',
      'discordUsername',
      'auth0Id',
      'auth0Details',
      'quarantinedAt',
      'suspendedAt',
      'quarantineReason',
      'suspensionReason',
      'isStaff',
      'needsTosUpdate',
      'agreedTosVersionId',
      'agreedTosVersion',
      'onboardingDetails',
      'signupAt',
    ].sort(),
  )
})

testOutcomes(test, account, {
  whoami: { ...badCredentials, ...pausedTokens, allOthers: ok },
  firstTimeModal: instanceOwnAccount,
  dismissFirstTimeModal: instanceOwnAccount,
  update: { ...ownAccount(ok), ...termsNeeded, body: { lastName: 'Changed' } },
  completeProfile: { ...ownAccount(ok), ...termsNeeded, body: { nickname: 'changed' } },
  refreshAuth0Profile: ownAccount(ok),
  resendEmailVerification: { ...ownAccount('409 EmailAlreadyVerified'), unverified: done },
})
