import { ConnectionError } from '@portal/client/errors'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { revokeSession, startDeviceSignIn } from './authorization.ts'
import { NotSignedInError } from './errors.ts'

const apiUrl = 'https://api.example.com'
const metadata = {
  issuer: apiUrl,
  token_endpoint: `${apiUrl}/oauth/token`,
  device_authorization_endpoint: `${apiUrl}/oauth/device_authorization`,
  revocation_endpoint: `${apiUrl}/oauth/revoke`,
}
const started = {
  device_code: 'device',
  user_code: 'BCDF-GHJK',
  verification_uri: 'https://portal.example.com/device',
  expires_in: 600,
  interval: 5,
}
const tokens = { access_token: 'access', refresh_token: 'refresh', token_type: 'bearer', expires_in: 3_600 }

const fetched = vi.fn<typeof fetch>()
const notes: string[] = []
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  fetched.mockResolvedValueOnce(Response.json(metadata)).mockResolvedValueOnce(Response.json(started))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
  notes.length = 0
})

const oauthError = (error: string) => Response.json({ error }, { status: 400 })
const captivePortal = () => new Response('<html>', { headers: { 'content-type': 'text/html' } })
const networkError = () => new TypeError('fetch failed', { cause: new Error('ECONNRESET') })

/** Waits for the approval for as long as the clock needs. */
async function approve() {
  const signIn = await startDeviceSignIn(apiUrl)
  const outcome = signIn.approved((text) => notes.push(text)).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(120_000)
  return outcome
}

describe('The wait for the approval', () => {
  it('continues after a lost connection, 429, 502 and 503, and mentions the outage once', async () => {
    fetched
      .mockResolvedValueOnce(oauthError('authorization_pending'))
      .mockRejectedValueOnce(networkError())
      .mockResolvedValueOnce(Response.json({ error: 'temporarily_unavailable' }, { status: 429 }))
      .mockResolvedValueOnce(new Response('<html>', { status: 502 }))
      .mockResolvedValueOnce(new Response('', { status: 503, headers: { 'retry-after': '3' } }))
      .mockResolvedValueOnce(Response.json(tokens))
    expect(await approve()).toMatchObject({ accessToken: 'access', refreshToken: 'refresh' })
    expect(notes).toEqual([expect.stringContaining(`${apiUrl} doesn't answer.`)])
  })

  const challenge = () =>
    new Response('<html>', { status: 401, headers: { 'www-authenticate': 'Basic realm="proxy"' } })

  it('continues after an answer that breaks off', async () => {
    const broken = new Response('{"err', { headers: { 'content-type': 'application/json' } })
    fetched.mockResolvedValueOnce(broken).mockResolvedValueOnce(Response.json(tokens))
    expect(await approve()).toMatchObject({ accessToken: 'access' })
    expect(notes).toEqual([`${apiUrl} doesn't answer. Check your network. This command keeps trying.`])
  })

  it.each([
    ['is the page of a captive portal', captivePortal],
    ['is the page of a firewall', () => new Response('<html>', { status: 403 })],
    ['asks to sign in to a proxy', challenge],
    ['redirects', () => Response.redirect('https://login.example.com/')],
    ['is JSON of another service', () => Response.json({ login: 'required' })],
  ])('continues after an answer that %s', async (_kind, answer) => {
    fetched.mockResolvedValueOnce(answer()).mockResolvedValueOnce(Response.json(tokens))
    expect(await approve()).toMatchObject({ accessToken: 'access' })
    expect(notes).toEqual([expect.stringContaining(`${apiUrl} doesn't answer like the portal's API.`)])
  })

  it('ends with a clear sentence when the code expires during an outage', async () => {
    fetched.mockImplementation(async () => {
      vi.setSystemTime(Date.now() + 600_000)
      throw networkError()
    })
    const error = await approve()
    expect(error).toBeInstanceOf(NotSignedInError)
    expect((error as Error).message).toBe('The code has expired. Run `portal login` again.')
  })

  it('ends when the user denies the sign-in', async () => {
    fetched.mockResolvedValueOnce(oauthError('access_denied'))
    expect(await approve()).toMatchObject({ message: 'The sign-in was denied on the portal.', exitCode: 4 })
  })
})

describe('startDeviceSignIn', () => {
  it('names the certificate if it is not trusted', async () => {
    const cause = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    fetched.mockReset().mockRejectedValue(new TypeError('fetch failed', { cause }))
    const error = await startDeviceSignIn(apiUrl).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConnectionError)
    expect((error as Error).message).toContain(`trusted connection to ${apiUrl}: self-signed certificate`)
  })
})

describe('revokeSession', () => {
  it('fails if a captive portal answers instead of the API', async () => {
    fetched.mockReset()
    fetched.mockResolvedValueOnce(Response.json(metadata)).mockResolvedValueOnce(captivePortal())
    const credentials = { apiUrl, accessToken: 'access', refreshToken: 'refresh', expiresAt: '' }
    await expect(revokeSession(credentials)).rejects.toThrow()
  })
})
