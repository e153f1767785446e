import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messages } from '../messages.ts'
import {
  envTypeOf,
  instanceUrlProblem,
  isLoopbackHost,
  type KnownInstances,
  remoteUrlProblem,
} from './instance-url.ts'

declare const URL: {
  canParse(text: string): boolean
  new (text: string): { protocol: string; hostname: string; username: string; password: string }
}

const known: KnownInstances = {
  managedInstanceUrl: 'https://app.systeminit.com',
  localInstanceUrl: 'http://localhost:8080',
}
const inLocalRun: KnownInstances = { ...known, managedInstanceUrl: 'http://localhost:8081' }

describe('remoteUrlProblem', () => {
  it.each([
    'http://a.example',
    'https://a.example:8443',
    'https://a.example/path/x',
    'https://192.0.2.1',
    'https://[2001:db8::1]',
    'https://bücher.example',
  ])('accepts %s', (url) => expect(remoteUrlProblem(url, known)).toBeUndefined())
  it.each([
    '',
    'a.example',
    'ftp://a.example',
    'https://ftp://a.example',
    'javascript:alert(1)',
    'https://u:p@a.example',
    'https://a.example?x',
    'https://a.example#x',
    'https://a.example:99999',
    'https://',
    'https://a .example',
  ])("refuses %j with 'Invalid URL'", (url) => expect(remoteUrlProblem(url, known)).toBe(messages.url))
  it.each([
    'https://app.systeminit.com',
    'http://app.systeminit.com',
    'https://x.app.systeminit.com/y',
    'https://APP.SYSTEMINIT.COM.',
    'https://app.systeminit.dev',
    'https://app.systeminit',
    'https://eu.app.systeminit.co.uk:8443/y',
    'https://app.systeminit.example.com',
    'https://app.systeminit.com.example.org',
    'https://ａｐｐ.systeminit.dev',
  ])('refuses %s as a managed host', (url) => {
    expect(remoteUrlProblem(url, known)).toBe(messages.managedRemoteUrl)
    expect(remoteUrlProblem(url, inLocalRun)).toBe(messages.managedRemoteUrl)
  })
  it.each([
    'https://myapp.systeminit.dev',
    'https://app.systeminit-tools.com',
    'https://app.my-systeminit.com',
    'https://app.eu.systeminit.dev',
    'https://systeminit.app',
    'https://proxy.example.com/app.systeminit.dev',
  ])('accepts %s, which only resembles a managed host', (url) => {
    expect(remoteUrlProblem(url, known)).toBeUndefined()
  })
  it('refuses the configured managed host and its subdomains', () => {
    const own = { ...known, managedInstanceUrl: 'https://cloud.example.com' }
    expect(remoteUrlProblem('https://cloud.example.com/x', own)).toBe(messages.managedRemoteUrl)
    expect(remoteUrlProblem('https://eu.cloud.example.com', own)).toBe(messages.managedRemoteUrl)
    expect(remoteUrlProblem('https://notcloud.example.com', own)).toBeUndefined()
  })
  it.each([
    'http://localhost',
    'http://localhost:8081',
    'http://127.0.0.1:1',
    'http://127.1',
    'http://[::1]:9',
    'http://0x7f.1',
    'http://a.localhost',
    'http://localhost.',
  ])('refuses %s as a loopback address', (url) => {
    expect(remoteUrlProblem(url, known)).toBe(messages.localRemoteUrl)
    expect(remoteUrlProblem(url, inLocalRun)).toBe(messages.localRemoteUrl)
  })
  it('checks the length before anything else', () => {
    expect(remoteUrlProblem(`https://${'a'.repeat(1_000_000)}`, known)).toBe(messages.tooLong(2_048))
  })
})

describe('instance URLs (random text)', () => {
  const piece = fc.constantFrom(
    'http',
    'https',
    'javascript',
    ':',
    '//',
    '/',
    '\\',
    '@',
    '.',
    'a',
    'localhost',
    'app.systeminit',
    '127.0.0.1',
    '[::1]',
    '?',
    '#',
    '%',
    ' ',
    '\t',
    '8080',
    'é',
    '①',
  )
  const built = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
  const address = fc.oneof(
    fc.string({ unit: 'binary' }),
    built,
    built.map((rest) => `https://${rest}`),
    fc.webUrl(),
  )

  it('are http or https, not loopback, not managed and without credentials if remoteUrlProblem accepts them', () => {
    fc.assert(
      fc.property(address, (text) => {
        if (remoteUrlProblem(text, known) !== undefined) return
        const url = new URL(text)
        expect(url.protocol).toMatch(/^https?:$/)
        expect([url.username, url.password]).toEqual(['', ''])
        expect(isLoopbackHost(url.hostname)).toBe(false)
        expect(`.${url.hostname}.`).not.toContain('.app.systeminit.')
      }),
      { numRuns: 5_000 },
    )
  })

  it('never make instanceUrlProblem or envTypeOf throw', () => {
    fc.assert(
      fc.property(address, (text) => {
        expect(['string', 'undefined']).toContain(typeof instanceUrlProblem(text, known))
        expect(['SI', 'LOCAL', 'PRIVATE']).toContain(envTypeOf(text, known))
      }),
    )
  })
})

describe('envTypeOf', () => {
  it('derives the type from the instance URL', () => {
    expect(envTypeOf('https://app.systeminit.com', known)).toBe('SI')
    expect(envTypeOf('https://app.systeminit.com/', known)).toBe('SI')
    expect(envTypeOf('http://localhost:8080', known)).toBe('LOCAL')
    expect(envTypeOf('http://localhost:8081', inLocalRun)).toBe('SI')
    expect(envTypeOf('https://a.example', known)).toBe('PRIVATE')
  })
})

describe('instanceUrlProblem', () => {
  it('accepts the managed and the local URL, but no other path or port of theirs', () => {
    for (const url of [known.managedInstanceUrl, `${known.managedInstanceUrl}/`, known.localInstanceUrl])
      expect(instanceUrlProblem(url, known)).toBeUndefined()
    expect(instanceUrlProblem('https://app.systeminit.com/x', known)).toBe(messages.managedRemoteUrl)
    expect(instanceUrlProblem('http://localhost:8081', known)).toBe(messages.localRemoteUrl)
  })
})

it('isLoopbackHost recognizes every spelling of a loopback host, and no other host', () => {
  for (const host of [
    'localhost',
    'LOCALHOST',
    'localhost.',
    'x.localhost',
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:7f00:1]',
    '[::7f00:1]',
  ])
    expect(isLoopbackHost(host)).toBe(true)
  for (const host of [
    'localhost.example',
    'notlocalhost',
    '128.0.0.1',
    '1270.0.0.1',
    '[::2]',
    '[2001:db8::7f00:1]',
    '10.0.0.1',
  ])
    expect(isLoopbackHost(host)).toBe(false)
})
