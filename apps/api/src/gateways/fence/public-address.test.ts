import { describe, expect, it } from 'vitest'
import { isPublicAddress, isPublicHost } from './public-address.ts'

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '140.82.112.3', '172.15.0.1', '172.32.0.1', '2606:50c0:8000::153', '2a00:1450::1'])(
    'accepts %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.0.1', '169.254.169.254', '172.16.0.1'],
    ...['172.31.255.255', '192.0.0.8', '192.168.1.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', 'fc00::1', 'fd12::1'],
    ...['fe80::1', 'fe80::1%eth0', 'ff02::1', '2001:db8::1', '2001::1', '2002:7f00:1::', '3fff::1'],
    ...['localhost', '', '127.1', '0x7f000001'],
  ])('refuses %j', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('isPublicHost', () => {
  it.each([
    'https://issuer.example',
    'https://8.8.8.8',
    'https://[2606:50c0:8000::153]',
    'https://a.b.example:8443',
  ])('accepts %s', (url) => expect(isPublicHost(new URL(url))).toBe(true))

  it.each([
    'https://localhost',
    'https://issuer',
    'https://127.0.0.1:9999',
    'https://[::1]',
    'https://a.internal',
    'https://a.local.',
  ])('refuses %s', (url) => expect(isPublicHost(new URL(url))).toBe(false))
})
