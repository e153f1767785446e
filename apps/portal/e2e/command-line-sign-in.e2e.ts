/** Signs in command-line tools with an unmodified OAuth client. See docs/product/command-line.md. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import * as client from 'openid-client'
import { expectAccessible } from './account-fixtures.ts'
import { type Account, addresses, confirmTwice, fillSignIn, makeAccount } from './fixtures.ts'
import { enterByCalls } from './portal-calls.ts'

/** The client polls every 5 seconds, as the API tells it to. */
test.describe.configure({ timeout: 90_000 })

const computer = 'portal/0.1.0 (build-server; linux)'

/** Sends the name of the tool and its computer, like the `portal` command does. */
const customFetch: client.CustomFetch = (url, options) => {
  const headers = new Headers(options.headers)
  headers.set('user-agent', computer)
  return fetch(url, { ...options, headers } as RequestInit)
}

/** Creates an account that can approve. The test's browser stays signed out. */
async function makeReadyAccount(page: Page): Promise<Account> {
  const account = await makeAccount()
  await enterByCalls(page, account)
  await page.context().clearCookies()
  return account
}

async function startSignIn() {
  const config = await client.discovery(new URL(addresses.api), 'portal-cli', undefined, client.None(), {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
    [client.customFetch]: customFetch,
  })
  const started = await client.initiateDeviceAuthorization(config, {})
  return { config, started }
}

async function whoami(authorization: string) {
  const response = await fetch(`${addresses.api}/whoami`, { headers: { authorization } })
  const body = (await response.json()) as { user?: { email: string }; kind?: string }
  return { status: response.status, email: body.user?.email, kind: body.kind }
}

const sessionRow = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Sessions' }).getByRole('listitem').filter({ hasText: name })

async function signOutOnProfile(page: Page, name: string) {
  await page.goto('/profile/security')
  await expect(sessionRow(page, name)).toContainText('Command line')
  await confirmTwice(sessionRow(page, name).getByRole('button', { name: `Sign out ${name}` }))
  await expect(sessionRow(page, name)).toHaveCount(0)
}

test('the portal command gets a token after approval and loses it at sign-out in the Security section', {
  tag: '@long',
}, async ({ page }) => {
  const account = await makeReadyAccount(page)
  const { config, started } = await startSignIn()
  const polling = client.pollDeviceAuthorizationGrant(config, started)

  await page.goto(started.verification_uri_complete ?? '')
  await fillSignIn(page, account)
  await expect(page.getByRole('heading', { name: 'Sign in to the Portal CLI?' })).toBeVisible()
  const main = page.getByRole('main')
  for (const fact of [started.user_code, 'Portal CLI on Linux', '127.0.0.1', account.email])
    await expect(main).toContainText(fact)
  await expect(main).not.toContainText('build-server')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('heading', { name: 'The command line is signed in' })).toBeVisible()

  const tokens = await polling
  expect(await whoami(`Bearer ${tokens.access_token}`)).toMatchObject({ status: 200, email: account.email })

  await signOutOnProfile(page, 'Portal CLI')
  expect(await whoami(`Bearer ${tokens.access_token}`)).toMatchObject({ status: 401, kind: 'SessionEnded' })
  await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  })
})

test('a code that the user types can be denied, and works only once', { tag: '@long' }, async ({ page }) => {
  const account = await makeReadyAccount(page)
  const { config, started } = await startSignIn()
  const refusal = client.pollDeviceAuthorizationGrant(config, started).catch((error: unknown) => error)

  await page.goto(started.verification_uri)
  await fillSignIn(page, account)
  await page.getByLabel('Code').fill(started.user_code.toLowerCase().replace('-', ' '))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByRole('heading', { name: 'Sign-in denied' })).toBeVisible()
  expect(await refusal).toMatchObject({ error: 'access_denied' })

  await page.goto(started.verification_uri_complete ?? '')
  await expect(page.getByRole('heading', { name: "This code doesn't work" })).toBeVisible()
  await expectAccessible(page)
})

test('the si CLI receives a nonce on its port and calls the API with its token', async ({ page }) => {
  const account = await makeReadyAccount(page)
  const nonces: (string | null)[] = []
  const cli = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/') nonces.push(searchParams.get('nonce'))
    response.setHeader('content-type', 'text/html').end('<h1>You can close this window</h1>')
  }).listen(0, 'localhost')
  await once(cli, 'listening')
  const { port } = cli.address() as AddressInfo

  try {
    await page.goto(`${addresses.api}/auth/login?cli_redir=${port}`)
    await fillSignIn(page, account)
    await expect(page.getByRole('heading', { name: 'Sign in to the si CLI?' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(`port ${port}`)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('heading', { name: 'You can close this window' })).toBeVisible()
  } finally {
    cli.close()
    cli.closeAllConnections()
  }

  expect(nonces).toEqual([expect.any(String)])
  const redeem = () => fetch(`${addresses.api}/auth/cli-auth-api-token?nonce=${nonces[0]}`)
  const { token } = (await (await redeem()).json()) as { token: string }
  expect((await redeem()).status).toBe(400)
  // The CLI sends this colon.
  expect(await whoami(`Bearer: ${token}`)).toMatchObject({ status: 200, email: account.email })

  await signOutOnProfile(page, 'si CLI')
  expect(await whoami(`Bearer: ${token}`)).toMatchObject({ status: 401, kind: 'SessionEnded' })
})
