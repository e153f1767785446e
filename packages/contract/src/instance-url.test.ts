import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  envTypeOf,
  instanceUrlProblem,
  isLoopbackHost,
  type KnownInstances,
  remoteUrlProblem,
} from './instance-url.ts'
import { messages } from './text-rules.ts'

declare const URL: {
  canParse(text: string): boolean
  new (text: string): { protocol: string; hostname: string; username: string; password: string }
}

const known: KnownInstances = {
  managedInstanceUrl: 'https://app.systeminit.com',
  localInstanceUrl: 'http://localhost:8080',
}
const inLocalRun: KnownInstances = { ...known, managedInstanceUrl: 'http://localhost:8081' }

describe('a remote address', () => {
  it.each([
    'http://a.example',
    'https://a.example:8443',
    'https://a.example/path/x',
    'https://192.0.2.1',
    'https://[2001:db8::1]',
    'https://bücher.example',
  ])('may be %s', (url) => expect(remoteUrlProblem(url, known)).toBeUndefined())
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
  ])('may not be %j', (url) => expect(remoteUrlProblem(url, known)).toBe(messages.url))
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
  ])('may not be the managed host %s', (url) => {
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
  ])('may be %s, which only resembles a managed host', (url) => {
    expect(remoteUrlProblem(url, known)).toBeUndefined()
  })
  it('may not be the managed host that configuration names', () => {
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
  ])('may not be this machine as %s', (url) => {
    expect(remoteUrlProblem(url, known)).toBe(messages.localRemoteUrl)
    expect(remoteUrlProblem(url, inLocalRun)).toBe(messages.localRemoteUrl)
  })
  it('is refused for its length before anything else', () => {
    expect(remoteUrlProblem(`https://${'a'.repeat(1_000_000)}`, known)).toBe(messages.tooLong(2_048))
  })
})

describe('any address that passes', () => {
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

  it('is http or https, of another machine, and has no credentials', () => {
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

  it('or not, gets an answer and never an exception', () => {
    fc.assert(
      fc.property(address, (text) => {
        expect(['string', 'undefined']).toContain(typeof instanceUrlProblem(text, known))
        expect(['SI', 'LOCAL', 'PRIVATE']).toContain(envTypeOf(text, known))
      }),
    )
  })
})

describe('the type', () => {
  it('follows from the address', () => {
    expect(envTypeOf('https://app.systeminit.com', known)).toBe('SI')
    expect(envTypeOf('https://app.systeminit.com/', known)).toBe('SI')
    expect(envTypeOf('http://localhost:8080', known)).toBe('LOCAL')
    expect(envTypeOf('http://localhost:8081', inLocalRun)).toBe('SI')
    expect(envTypeOf('https://a.example', known)).toBe('PRIVATE')
  })

  it('has the two known addresses among those that may be given', () => {
    for (const url of [known.managedInstanceUrl, `${known.managedInstanceUrl}/`, known.localInstanceUrl])
      expect(instanceUrlProblem(url, known)).toBeUndefined()
    expect(instanceUrlProblem('https://app.systeminit.com/x', known)).toBe(messages.managedRemoteUrl)
    expect(instanceUrlProblem('http://localhost:8081', known)).toBe(messages.localRemoteUrl)
  })
})

it('knows this machine by every name', () => {
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
