import { describe, expect, it } from 'vitest'
import { asciiHost, withAsciiHost } from './ascii-host.ts'

describe('withAsciiHost', () => {
  it.each([
    ['https://\u0430pp.systeminit.com/x', 'https://xn--pp-6kc.systeminit.com/x'],
    ['https://b\u00fccher.example:8443/caf\u00e9', 'https://xn--bcher-kva.example:8443/caf\u00e9'],
    ['HTTP://\uff41pp.example', 'HTTP://app.example'],
  ])('shows %s as %s', (url, ascii) => {
    expect(withAsciiHost(url)).toBe(ascii)
  })

  it.each(['https://App.example/\u00fc', 'http://[::1]:8080', 'https://127.0.0.1', 'not a URL', ''])(
    'keeps %j',
    (url) => {
      expect(withAsciiHost(url)).toBe(url)
    },
  )
})

it('asciiHost keeps what is not a host name', () => {
  for (const text of ['', 'm\u00fcnchen/x', 'a@m\u00fcnchen', 'm\u00fc nchen', 'xn--\u00fc', '\u00fc..'])
    expect(() => asciiHost(text)).not.toThrow()
  expect(asciiHost('m\u00fcnchen/x')).toBe('m\u00fcnchen/x')
})
