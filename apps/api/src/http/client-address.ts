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
