/** Cookies of an API that is served over HTTPS, on a different host than the portal. */
import { account } from '@portal/contract/account/account'
import { expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { beginSignIn, signInThroughProvider } from '../../testing/sign-in-through-provider.ts'

const test = useTestApp({
  API_URL: 'https://auth.example.com',
  PORTAL_URL: 'https://portal.example.com',
  COOKIE_DOMAIN: 'example.com',
})

it('The session cookie has the __Host- prefix and the attributes that the prefix requires', async () => {
  test.identity.add({ subject: 'auth0|a', email: 'a@example.com' })
  const { state, browser } = await beginSignIn(test)
  expect(browser).toMatch(/^__Host-portal_sign_in=/)
  const response = await test.app.inject({
    url: '/auth/login-callback',
    query: { code: test.identity.issueCode(state, 'auth0|a'), state },
    headers: { cookie: browser },
  })
  const session = response.cookies.find(({ name }) => name === '__Host-portal_session')
  expect(session).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax', path: '/' })
  expect(session).not.toHaveProperty('domain')
  const xsrf = response.cookies.find(({ name }) => name === 'XSRF-TOKEN')
  expect(xsrf).toMatchObject({ secure: true, sameSite: 'Lax', path: '/', domain: 'example.com' })
  expect(response.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})

it('A session cookie without the prefix, which a sibling host could set, is ignored', async () => {
  test.identity.add({ subject: 'auth0|a', email: 'a@example.com' })
  const { session = '' } = await signInThroughProvider(test, 'auth0|a')
  const headers = { cookie: `portal_session=${session}` }
  expect((await test.send(account.whoami, {}, { headers })).status).toBe(401)
  expect((await test.send(account.whoami, {}, { session })).status).toBe(200)
})

it('Signing out clears the cookies with the attributes they were set with', async () => {
  test.identity.add({ subject: 'auth0|a', email: 'a@example.com' })
  const { session = '' } = await signInThroughProvider(test, 'auth0|a')
  const response = await test.app.inject({ url: '/auth/logout', headers: test.headersOf({ session }) })
  const cleared = Object.fromEntries(response.cookies.map((cookie) => [cookie.name, cookie]))
  expect(cleared['__Host-portal_session']).toMatchObject({ value: '', secure: true, path: '/' })
  expect(cleared['XSRF-TOKEN']).toMatchObject({ value: '', domain: 'example.com', path: '/' })
  for (const { expires } of response.cookies) expect(expires?.getTime()).toBe(0)
})
