import { normalizeEmail } from '@portal/contract/text-rules'
import type { Config } from '../../config.ts'
import type { Person } from '../../http/caller.ts'

/**
 * Staff have a verified address, proven at their last sign-in, that is on the staff list or whose domain is exactly the
 * staff domain. Subdomains and other addresses that contain the domain don't count. See docs/product/access.md#staff.
 */
export function isStaff(
  person: Pick<Person, 'email' | 'emailVerified' | 'isAddressProven'>,
  config: Pick<Config, 'STAFF_DOMAIN' | 'STAFF_EMAILS'>,
): boolean {
  if (!person.emailVerified || !person.isAddressProven) return false
  const email = normalizeEmail(person.email)
  const staffDomain = config.STAFF_DOMAIN.toLowerCase()
  const at = email.lastIndexOf('@')
  const isOfDomain = staffDomain !== '' && at > 0 && email.slice(at + 1) === staffDomain
  return isOfDomain || config.STAFF_EMAILS.some((listed) => normalizeEmail(listed) === email)
}
