/** The client's address, on which rate limits and records depend. See docs/operations.md#before-production. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

const forwardedFor = 'x-forwarded-for'
const ipAddress = z.union([z.ipv4(), z.ipv6()])
const withPort = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/

/** Some proxies append the port. IPv6 addresses with a port are in brackets. */
function cutPort(address: string): string {
  const [, ipv6, ipv4] = withPort.exec(address) ?? []
  return ipv6 ?? ipv4 ?? address
}

/**
 * Checks the addresses that trusted proxies forward, before anything reads `request.ip`. A header that names no IP address is
 * ignored, because each of its texts would otherwise be a client with limits of its own. The request then has the address of
 * its connection.
 */
export function checkForwardedFor(app: FastifyInstance, onIgnored: () => void): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    const sent = headers[forwardedFor]
    if (sent !== undefined) {
      headers[forwardedFor] = String(sent)
        .split(',')
        .map((address) => cutPort(address.trim()))
        .join(', ')
      if (!ipAddress.safeParse(request.ip).success) {
        delete headers[forwardedFor]
        onIgnored()
      }
    }
    done()
  })
}

/** Returns the eight groups of an IPv6 address, or undefined if the text is not one. */
function groupsOf(ip: string): string[] | undefined {
  // The URL parser accepts every notation and returns the shortest form.
  const url = URL.parse(`http://[${ip.split('%')[0] ?? ''}]/`)
  if (!url) return undefined
  const [head = '', tail] = url.hostname.slice(1, -1).split('::')
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''))
  const before = left ?? []
  const after = right ?? []
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}

/**
 * Returns the key that rate limits count by: the whole IPv4 address, or the first 64 bits of an IPv6 address, because a
 * client usually controls its entire /64 network.
 */
export function addressKey(ip: string): string {
  if (!ip.includes(':')) return ip
  const groups = groupsOf(ip)
  if (!groups) return ip
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'
  if (isMapped) {
    const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}
