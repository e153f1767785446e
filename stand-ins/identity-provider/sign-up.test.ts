import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginSignIn, type IdentityFixture, startIdentityFixture } from './testing/identity-fixture.ts'

let identity: IdentityFixture

beforeAll(async () => {
  identity = await startIdentityFixture()
})
afterAll(() => identity.close())

async function openSignUp() {
  const browser = identity.newBrowser()
  const { url, redeem } = await beginSignIn(await identity.discover(), { screen_hint: 'signup' })
  return { browser, form: await browser.visit(url), redeem }
}

async function mailedLink(address: string): Promise<string> {
  const find = async () =>
    /http:\S+verify-email\S+/.exec((await identity.messagesTo(address))[0]?.text ?? '')?.[0]
  await expect.poll(find).toBeDefined()
  return (await find()) ?? ''
}

describe('sign-up at the identity stand-in', () => {
  it('opens for screen_hint=signup, and links to the sign-in form and back', async () => {
    const { browser, form } = await openSignUp()
    expect(form.text).toContain('>Create account</button>')
    const signIn = await browser.visit(`${form.url}/sign-in`)
    expect(signIn.text).toContain('>Sign in</button>')
    expect(signIn.text).toMatch(/<a href="[^"]+\/sign-up">Create account<\/a>/)
  })

  it('creates an unverified account, and the single-use link in the mail verifies it', async () => {
    const { browser, form, redeem } = await openSignUp()
    const back = await browser.submit(form, {
      email: 'Ada@example.com',
      password: 'secret',
      givenName: 'Ada',
    })
    expect((await redeem(back)).claims()).toMatchObject({
      sub: expect.stringMatching(/^auth0\|[0-9A-Z]{26}$/),
      email: 'Ada@example.com',
      email_verified: false,
      given_name: 'Ada',
      nickname: 'Ada',
    })

    const link = await mailedLink('ada@example.com')
    const page = await browser.visit(link)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Your email is verified')
    expect(page.text).toContain(
      'href="http://localhost:9000/login-success?verification=done&amp;success=true&amp;message=Your+email+is+verified"',
    )
    const accounts = await (await identity.call('api/accounts')).json()
    expect(accounts).toContainEqual(
      expect.objectContaining({ email: 'Ada@example.com', emailVerified: true }),
    )
    expect(await browser.visit(link)).toMatchObject({
      status: 400,
      text: expect.stringMatching(/used already.*verification=done&amp;success=false/s),
    })
  })

  it('refuses an email address that has an account, and keeps all form values except the password', async () => {
    const { browser, form } = await openSignUp()
    const fields = { email: 'OWNER@example.com', password: 'secret', nickname: 'Ollie' }
    const refused = await browser.submit(form, fields)
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('An account with this email already exists.')
    expect(refused.text).toContain('value="Ollie"')
    expect(refused.text).not.toContain('secret')
  })

  it('refuses an invalid email address', async () => {
    const { browser, form } = await openSignUp()
    expect((await browser.submit(form, { email: 'nobody', password: 'secret' })).status).toBe(400)
  })

  it('refuses a forged verification ticket', async () => {
    const page = await identity.newBrowser().visit('/verify-email?ticket=forged')
    expect(page.status).toBe(400)
    expect(page.text).toContain('This link is not valid')
    expect(page.text).toContain('verification=done&amp;success=false')
  })
})
