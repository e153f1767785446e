import { describe, expect, it } from 'vitest'
import { parseApiUrl, readConfig } from './config.ts'
import { UsageError } from './errors.ts'

describe('parseApiUrl', () => {
  it.each(['https://api.example.com', 'http://localhost:9001', 'http://127.0.0.1:9001', 'http://[::1]:9001'])(
    'accepts %s',
    (url) => {
      expect(parseApiUrl(url)).toBe(url)
      expect(parseApiUrl(`${url}/`)).toBe(url)
    },
  )

  it.each([
    'http://api.example.com',
    'http://localhost.example.com',
    'https://api.example.com/v1',
    'https://api.example.com/?x',
    'https://ada:secret@api.example.com',
    'ftp://localhost',
    'api.example.com',
  ])('refuses %s', (url) => {
    expect(() => parseApiUrl(url)).toThrow(UsageError)
  })
})

describe('readConfig', () => {
  const graphical = { HOME: '/home/ada', DISPLAY: ':0' }

  it('looks for a browser only where the user would see it', () => {
    const hasBrowser = (env: Record<string, string>, platform = 'linux') =>
      readConfig(env, platform).hasBrowser
    expect(hasBrowser(graphical)).toBe(true)
    expect(hasBrowser({ ...graphical, SSH_CONNECTION: '192.0.2.1 22' })).toBe(false)
    expect(hasBrowser({})).toBe(false)
    expect(hasBrowser({}, 'darwin')).toBe(true)
    expect(hasBrowser({ SSH_TTY: '/dev/pts/1' }, 'darwin')).toBe(false)
  })

  it('refuses a PORTAL_TOKEN that is not a token alone, without quoting it', () => {
    expect(readConfig({ PORTAL_TOKEN: ' secret\n' }).token).toBe('secret')
    expect(() => readConfig({ PORTAL_TOKEN: 'secret\nsecond' })).toThrow(/^PORTAL_TOKEN contains(?!.*secret)/)
  })

  it('treats an empty variable as not set', () => {
    const env = { PORTAL_TOKEN: '', PORTAL_API_URL: '', XDG_CONFIG_HOME: '', HTTPS_PROXY: '' }
    const config = readConfig(env, 'linux', '/ada')
    expect([config.token, config.givenApiUrl, config.httpsProxy]).toEqual([undefined, undefined, undefined])
    expect(config.credentialsFile).toBe('/ada/.config/portal/credentials.json')
  })

  it.each([undefined, '', 'relative'])('never uses the current folder: the home folder is %j', (home) => {
    expect(readConfig({ XDG_CONFIG_HOME: 'relative' }, 'linux', home ?? '').credentialsFile).toBeUndefined()
    expect(readConfig({ XDG_CONFIG_HOME: '/config' }, 'linux', home ?? '').credentialsFile).toBe(
      '/config/portal/credentials.json',
    )
  })
})
