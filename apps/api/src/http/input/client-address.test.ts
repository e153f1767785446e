import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { addressKey, checkForwardedFor } from './client-address.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['not:an:address', 'not:an:address'],
])('addressKey groups %s under %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key)
})

describe('The client address behind a trusted proxy', () => {
  let ignored = 0

  async function addressFor(forwarded: string | undefined, remoteAddress = '10.0.0.1') {
    ignored = 0
    const app = Fastify({ trustProxy: ['10.0.0.0/8'] })
    checkForwardedFor(app, () => {
      ignored += 1
    })
    app.get('/', async ({ ip }) => ip)
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    return (await app.inject({ url: '/', headers, remoteAddress })).payload
  }

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:8080', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]:8080', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['192.0.2.1:8080, 10.0.0.2:443', '192.0.2.1'],
    ['<script>, 192.0.2.1', '192.0.2.1'],
  ])('of the header %s is %s', async (forwarded, address) => {
    expect(await addressFor(forwarded)).toBe(address)
    expect(ignored).toBe(0)
  })

  it.each(['<script>', 'unknown', '192.0.2.1, unknown', '192.0.2.1:port', '192.0.2.300'])(
    'is that of the connection when the header is "%s", which is counted',
    async (forwarded) => {
      expect(await addressFor(forwarded)).toBe('10.0.0.1')
      expect(ignored).toBe(1)
    },
  )

  it('is that of the connection without a header, and from a client that is not a proxy', async () => {
    expect(await addressFor(undefined)).toBe('10.0.0.1')
    expect(await addressFor('192.0.2.1', '203.0.113.7')).toBe('203.0.113.7')
    expect(ignored).toBe(0)
  })
})
