import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../serving/testing/temporary-folder.ts'
import { buildIdentityProvider } from './build-identity-provider.ts'
import {
  beginSignIn,
  type IdentityFixture,
  logoutUrl,
  startIdentityFixture,
} from './testing/identity-fixture.ts'

let identity: IdentityFixture

beforeAll(async () => {
  identity = await startIdentityFixture()
})
afterAll(() => identity.close())

const owner = { email: 'owner@example.com', password: 'password' }

async function signIn(extra: Record<string, string> = {}, who = owner, browser = identity.newBrowser()) {
  const config = await identity.discover()
  const { url, redeem } = await beginSignIn(config, extra)
  const form = await browser.visit(url)
  const back = await browser.submit(form, who)
  return { browser, config, form, back, redeem }
}

describe('sign-in at the identity stand-in', () => {
  it('completes the code flow and returns the same claims in the ID token and from userinfo', async () => {
    const { config, form, back, redeem } = await signIn()
    expect(form.text).toMatch(
      /<label for="email">Email<\/label>[\s\S]*<label for="password">Password<\/label>/,
    )
    expect(form.text).toContain('>Sign in</button>')
    const tokens = await redeem(back)
    const person = {
      sub: 'auth0|01J0000000000000000000000B',
      email: 'owner@example.com',
      email_verified: true,
      given_name: 'Odile',
      family_name: 'Owens',
      nickname: 'odile',
      updated_at: expect.any(String),
    }
    expect(tokens.claims()).toMatchObject(person)
    expect(await client.fetchUserInfo(config, tokens.access_token, person.sub)).toMatchObject(person)
  })

  it('refuses a wrong password and keeps the email address in the form', async () => {
    const { back } = await signIn({}, { email: 'owner@example.com', password: 'wrong' })
    expect(back.status).toBe(400)
    expect(back.text).toContain('role="alert">Wrong email or password.')
    expect(back.text).toContain('value="owner@example.com"')
  })

  it('refuses an authorization request without PKCE', async () => {
    const config = await identity.discover()
    const { url } = await beginSignIn(config)
    url.searchParams.delete('code_challenge')
    url.searchParams.delete('code_challenge_method')
    const visit = await identity.newBrowser().visit(url)
    expect(visit.location).toContain('error=invalid_request')
  })

  it('escapes HTML in the submitted email address', async () => {
    const { back } = await signIn({}, { email: '"><script>alert(1)</script>', password: 'x' })
    expect(back.text).not.toContain('<script>alert')
  })

  it('signs in a seeded account with one click', async () => {
    const config = await identity.discover()
    const { url, redeem } = await beginSignIn(config)
    const browser = identity.newBrowser()
    const form = await browser.visit(url)
    const back = await browser.send(`${form.url}/as`, { subject: 'auth0|01J0000000000000000000000A' })
    expect((await redeem(back)).claims()?.email).toBe('staff@systeminit.com')
  })

  it('refuses to sign in any other account with one click', async () => {
    const made = await identity.call('api/accounts', 'POST', { email: 'private@example.com', password: 'x' })
    const { subject } = (await made.json()) as { subject: string }
    const { url } = await beginSignIn(await identity.discover())
    const browser = identity.newBrowser()
    const form = await browser.visit(url)
    expect((await browser.send(`${form.url}/as`, { subject })).status).toBe(400)
  })

  it('creates an account of another provider on a separate page', async () => {
    const { url, redeem } = await beginSignIn(await identity.discover())
    const browser = identity.newBrowser()
    const form = await browser.visit(url)
    const social = await browser.visit(`${form.url}/social/github`)
    const claims = (await redeem(await browser.submit(social, { email: 'owner@example.com' }))).claims()
    expect(claims).toMatchObject({ sub: expect.stringMatching(/^github\|/), email_verified: true })
  })

  it('signs in to the newest of several accounts with the same email and password', async () => {
    const account = { email: 'twice@example.com', password: 'same' }
    await identity.call('api/accounts', 'POST', account)
    await identity.call('api/accounts', 'POST', { ...account, provider: 'github' })
    const { back, redeem } = await signIn({}, account)
    expect((await redeem(back)).claims()?.sub).toMatch(/^github\|/)
  })

  it('reuses the session, and lets the user switch accounts when the product sends prompt=login', async () => {
    const { browser, config } = await signIn()
    const second = await beginSignIn(config)
    expect((await second.redeem(await browser.visit(second.url))).claims()?.email).toBe('owner@example.com')

    const third = await beginSignIn(config, { prompt: 'login' })
    const form = await browser.visit(third.url)
    const confirmation = await browser.submit(form, { email: 'newcomer@example.com', password: 'password' })
    const back = await browser.submit(confirmation)
    expect((await third.redeem(back)).claims()?.email).toBe('newcomer@example.com')
  })

  it('asks a signed-in user to sign in again, with the email address filled in', async () => {
    const { browser, config, back, redeem } = await signIn({ max_age: '3600' })
    const first = (await redeem(back)).claims()?.auth_time ?? 0
    expect(Math.abs(Date.now() / 1_000 - first)).toBeLessThan(60)

    const again = await beginSignIn(config, {
      prompt: 'login',
      max_age: '3600',
      login_hint: 'owner@example.com',
    })
    const form = await browser.visit(again.url)
    expect(form.text).toContain('value="owner@example.com"')
    const claims = (await again.redeem(await browser.submit(form, owner))).claims()
    expect(claims?.email).toBe('owner@example.com')
    expect(claims?.auth_time).toBeGreaterThanOrEqual(first)
  })

  it('sends the time of the first sign-in while it reuses the session', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const { browser, config, back, redeem } = await signIn({ max_age: '3600' })
      const first = (await redeem(back)).claims()?.auth_time
      vi.setSystemTime(Date.now() + 600_000)
      const second = await beginSignIn(config, { max_age: '3600' })
      expect((await second.redeem(await browser.visit(second.url))).claims()?.auth_time).toBe(first)
      vi.setSystemTime(Date.now() + 3_600_000)
      const third = await beginSignIn(config, { max_age: '3600' })
      expect((await browser.visit(third.url)).text).toContain('>Sign in</button>')
    } finally {
      vi.useRealTimers()
    }
  })

  it('explains that an unknown sign-in has ended', async () => {
    const visit = await identity.newBrowser().visit('/interaction/unknown')
    expect(visit.status).toBe(400)
    expect(visit.text).toContain('This sign-in has ended')
  })
})

it('an identity provider with an https issuer publishes https endpoints behind a proxy that terminates TLS', async () => {
  const folder = await temporaryFolder()
  const behindProxy = await buildIdentityProvider({
    ...identity.settings,
    port: 0,
    issuer: 'https://id.example.com/',
    dataFolder: folder.path,
  })
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'id.example.com' }
  const response = await fetch(`${await behindProxy.listen()}/.well-known/openid-configuration`, { headers })
  expect(await response.json()).toMatchObject({
    authorization_endpoint: 'https://id.example.com/authorize',
    token_endpoint: 'https://id.example.com/oauth/token',
  })
  await behindProxy.close()
  await folder.remove()
})

describe('the accounts page of the identity stand-in', () => {
  it('shows the email of an account once if the account has no name', async () => {
    const page = await identity.newBrowser().visit('/')
    expect(page.text).toContain('owner@example.com<br><span class="soft">Odile Owens</span>')
    expect(page.text).toContain('<td>newcomer@example.com</td>')
  })
})

describe('sign-out at the identity stand-in', () => {
  it('ends the session and redirects back when the product signs out', async () => {
    const { browser, config, back, redeem } = await signIn()
    const tokens = await redeem(back)
    const page = await browser.visit(
      client.buildEndSessionUrl(config, {
        id_token_hint: tokens.id_token ?? '',
        post_logout_redirect_uri: logoutUrl,
      }),
    )
    expect(page.text).toContain("document.getElementById('op.logoutForm').submit()")
    expect((await browser.submit(page)).location).toBe(logoutUrl)
    const again = await beginSignIn(config)
    expect((await browser.visit(again.url)).text).toContain('>Sign in</button>')
  })

  it("ends the session at Auth0's /v2/logout, which redirects only to allowed URLs", async () => {
    const { browser, config } = await signIn()
    const refused = await browser.visit('/v2/logout?client_id=portal&returnTo=http://elsewhere.example')
    expect(refused.status).toBe(400)
    const left = await browser.visit(`/v2/logout?client_id=portal&returnTo=${encodeURIComponent(logoutUrl)}`)
    expect(left.location).toBe(logoutUrl)
    const again = await beginSignIn(config)
    expect((await browser.visit(again.url)).text).toContain('>Sign in</button>')
  })
})
