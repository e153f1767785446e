import { BlockList, isIP } from 'node:net'

const reserved = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  reserved.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reserved.addSubnet(network, prefix, 'ipv6')

/** The only range of public IPv6 addresses. Excludes mapped, local, unique local and multicast addresses. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address belongs to the public internet (IANA special-purpose registries). */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !reserved.check(address, 'ipv4')
  return family === 6 && globalUnicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

const localSuffixes = ['.localhost', '.local', '.internal', '.invalid', '.home.arpa', '.onion']

/** Whether the host can be on the public internet. Others are never fetched. */
export function isPublicHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !localSuffixes.some((suffix) => host.endsWith(suffix))
}
