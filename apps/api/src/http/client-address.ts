/** Whom an address stands for, as far as limits go. */

/** The eight groups of an IPv6 address, or undefined for what is none. */
function groupsOf(ip: string): string[] | undefined {
  // The URL parser knows every spelling, and answers the shortest.
  const url = URL.parse(`http://[${ip.split('%')[0] ?? ''}]/`)
  if (!url) return undefined
  const [head = '', tail] = url.hostname.slice(1, -1).split('::')
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''))
  const before = left ?? []
  const after = right ?? []
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}

/**
 * What limits count by: an IPv4 address whole, of an IPv6 address its first 64 bits, for whoever has one has all that
 * begin with them.
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
