import { account } from '@portal/contract/account/account'
import { legal } from '@portal/contract/legal/legal'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { newestTermsVersion } from '../../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { confined, ok, sessionOnly } from '../../testing/outcome-groups.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'
import { readTermsInForce } from './legal-store.ts'
import { tosAgreements } from './legal-table.ts'

const test = useTestApp()
const behindProxy = useTestApp({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' })
const onOldTerms = useTestApp({ TERMS_VERSION: '2023-03-30' })

const inForce = '2024-09-25'
const agree = (me: SignedIn, tosVersionId: string, headers: Record<string, string> = {}, app = test) =>
  app.send(legal.agree, { body: { tosVersionId } }, { session: me.session, headers })
const agreements = (app = test) => app.database.orm.select().from(tosAgreements)

describe('Accepting the terms', () => {
  it('clears needsTosUpdate and records the date and the browser', async () => {
    const me = await makeSignedIn(test, { agreedTosVersionId: null })
    const before = await test.send(account.whoami, {}, { session: me.session })
    expect(before.body.user).toMatchObject({ needsTosUpdate: true, agreedTosVersionId: null })
    const reply = await agree(me, inForce, { 'user-agent': 'Browser/1.0' })
    expect(reply.body.user).toMatchObject({ needsTosUpdate: false, agreedTosVersionId: inForce })
    const [row] = await agreements()
    expect(row).toMatchObject({ userId: me.user.id, tosVersionId: inForce, userAgent: 'Browser/1.0' })
    expect(Math.abs(Date.now() - Number(row?.agreedAt))).toBeLessThan(60_000)
  })

  it.each(['2023-03-30', '2099-01-01', '2024-09-26', 'latest', '../2024-09-25', ' 2024-09-25'])(
    'is refused for version "%s", which is not in force',
    async (version) => {
      const me = await makeSignedIn(test, { agreedTosVersionId: null })
      expect(await agree(me, version)).toMatchObject({ status: 409, errorType: 'Conflict' })
      expect(await agreements()).toEqual([])
    },
  )

  it('requires a version', async () => {
    const me = await makeSignedIn(test)
    expect((await agree(me, '')).errorType).toBe('ValidationError')
    const nothing = await test.app.inject({
      method: 'POST',
      url: '/tos-agreement',
      headers: test.headersOf({ session: me.session }),
      payload: {},
    })
    expect(nothing.json().error.issues).toEqual([{ path: 'tosVersionId', message: 'This field is required' }])
  })

  it('keeps the first record when repeated or sent fifty times concurrently', async () => {
    const me = await makeSignedIn(test, { agreedTosVersionId: null })
    await agree(me, inForce, { 'user-agent': 'first' })
    test.clockOffsetMs = 60_000
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => agree(me, inForce, { 'user-agent': 'later' })),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    const rows = await agreements()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.userAgent).toBe('first')
  })

  it('does not require a verified email', async () => {
    const me = await makeSignedIn(test, { agreedTosVersionId: null, emailVerified: false })
    expect((await agree(me, inForce)).status).toBe(200)
  })
})

describe('The recorded IP address', () => {
  it('is that of the connection, whatever the headers claim', async () => {
    const me = await makeSignedIn(test)
    await agree(me, inForce, {
      'x-forwarded-for': '203.0.113.7',
      'x-real-ip': '203.0.113.8',
      forwarded: 'for=203.0.113.9',
    })
    expect((await agreements())[0]?.ipAddress).toBe('127.0.0.1')
  })

  it('is the last forwarded address that was not added by a trusted proxy', async () => {
    const me = await makeSignedIn(behindProxy)
    await agree(me, inForce, { 'x-forwarded-for': '198.51.100.1, 203.0.113.7, 10.1.2.3' }, behindProxy)
    expect((await agreements(behindProxy))[0]?.ipAddress).toBe('203.0.113.7')
  })
})

describe('The version in force', () => {
  it('must be accepted by users who accepted an older version, and not by those who accepted a newer one', async () => {
    for (const [agreed, needsTosUpdate] of [
      [null, true],
      ['2023-03-30', true],
      [inForce, false],
      ['2030-01-01', false],
    ] as const) {
      const me = await makeSignedIn(test, { agreedTosVersionId: agreed })
      expect((await test.send(account.whoami, {}, { session: me.session })).body.user.needsTosUpdate).toBe(
        needsTosUpdate,
      )
    }
  })

  it('is the version named in the configuration', async () => {
    const me = await makeSignedIn(onOldTerms, { agreedTosVersionId: null })
    expect((await agree(me, inForce, {}, onOldTerms)).errorType).toBe('Conflict')
    expect((await agree(me, '2023-03-30', {}, onOldTerms)).body.user.needsTosUpdate).toBe(false)
  })

  it('does not replace a newer version that the user has accepted', async () => {
    const me = await makeSignedIn(onOldTerms, { agreedTosVersionId: inForce })
    const reply = await agree(me, '2023-03-30', {}, onOldTerms)
    expect(reply.body.user).toMatchObject({ agreedTosVersionId: inForce, needsTosUpdate: false })
  })

  it('is the newest version in the repository if the configuration names none, and must exist', async () => {
    expect((await readTermsInForce(readConfig({}))).versionId).toBe(inForce)
    const missing = readConfig({ TERMS_VERSION: '1999-01-01' })
    await expect(readTermsInForce(missing)).rejects.toThrow(
      /TERMS_VERSION: 1999-01-01 is not among 2023-03-30, 2024-09-25/,
    )
    const nowhere = readConfig({ LEGAL_DIR: '/nonexistent' })
    await expect(readTermsInForce(nowhere)).rejects.toThrow(/LEGAL_DIR/)
  })
})

testOutcomes(test, legal, {
  agree: {
    ...sessionOnly,
    ...confined,
    allOthers: ok,
    body: { tosVersionId: newestTermsVersion },
    changesState: true,
  },
})
