import { asciiHost } from '../text/ascii-host.ts'
import { normalizeEmail } from '../text/text-rules.ts'

/**
 * Whether the domain of an address is exactly the staff domain. Subdomains and other addresses that contain the domain
 * don't count: docs/product/access.md#staff.
 */
export function isStaffEmail(email: string, staffDomain: string): boolean {
  const address = normalizeEmail(email)
  const at = address.lastIndexOf('@')
  return staffDomain !== '' && at > 0 && address.slice(at + 1) === asciiHost(staffDomain.toLowerCase())
}
