/** Signs in like a browser: to the provider with a state, back with a code, then with session cookies. */
import type { TestApp } from './build-test-app.ts'

export interface SignInAnswer {
  /** The final redirect target. */
  location: string
  /** The value of the session cookie, if a session was created. */
  session: string | undefined
  xsrf: string | undefined
  /** The state sent to the provider. */
  state: string
  code: string
  /** The cookie that binds the sign-in to the browser, as a `Cookie` header. */
  browser: string
  /** The cookie of the question whether an account is the user's, as a `Cookie` header. Empty if there is none. */
  question: string
}

type CookieList = readonly { name: string; value: string }[]
const cookieValue = (cookies: CookieList, name: string) =>
  cookies.find((cookie) => cookie.name.endsWith(name))?.value

export async function beginSignIn(
  test: TestApp,
  options: { query?: string; headers?: Record<string, string> } = {},
): Promise<{ location: URL; state: string; browser: string }> {
  const { query = '', headers = {} } = options
  const response = await test.app.inject({ url: `/auth/login${query}`, headers })
  const location = new URL(String(response.headers.location))
  const cookie = response.cookies.find(({ name }) => name.endsWith('portal_sign_in'))
  return {
    location,
    state: location.searchParams.get('state') ?? '',
    browser: cookie ? `${cookie.name}=${cookie.value}` : '',
  }
}

/** Signs in as a user known to the provider. */
export async function signInThroughProvider(
  test: TestApp,
  subject: string,
  headers: Record<string, string> = {},
  query = '',
): Promise<SignInAnswer> {
  const { state, browser } = await beginSignIn(test, { query, headers })
  const code = test.identity.issueCode(state, subject)
  const response = await test.app.inject({
    url: '/auth/login-callback',
    query: { code, state },
    headers: { ...headers, cookie: [browser, headers.cookie].filter(Boolean).join('; ') },
  })
  return {
    location: String(response.headers.location),
    session: cookieValue(response.cookies, 'portal_session') || undefined,
    xsrf: cookieValue(response.cookies, 'XSRF-TOKEN'),
    state,
    code,
    browser,
    question: questionOf(response.cookies),
  }
}

function questionOf(cookies: CookieList): string {
  const value = cookieValue(cookies, 'portal_join')
  return value ? `portal_join=${value}` : ''
}
