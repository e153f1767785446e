import { normalizeEmail } from '@portal/contract/text-rules'
import type { Config } from '../../config.ts'
import type { Person } from '../../http/caller.ts'

/**
 * Staff: a verified address whose domain is exactly the staff domain, or one on the list (RULES section 4). Not a suffix,
 * not a substring.
 */
export function isStaff(
  person: Pick<Person, 'email' | 'emailVerified'>,
  config: Pick<Config, 'STAFF_DOMAIN' | 'STAFF_EMAILS'>,
): boolean {
  if (!person.emailVerified) return false
  const email = normalizeEmail(person.email)
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return (
    domain === config.STAFF_DOMAIN.toLowerCase() ||
    config.STAFF_EMAILS.some((listed) => normalizeEmail(listed) === email)
  )
}
