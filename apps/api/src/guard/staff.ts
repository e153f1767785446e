import { isStaffEmail } from '@portal/contract/staff/staff-email'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import type { Config } from '../config.ts'
import type { Orm } from '../db/database.ts'
import type { Person } from './caller.ts'
import { findPerson } from './person-store.ts'

/**
 * Staff have a verified address, proven at their last sign-in, that is on the staff list or in the staff domain. See
 * docs/product/access.md#staff.
 */
export function isStaff(
  person: Pick<Person, 'email' | 'emailVerified' | 'isAddressProven'>,
  config: Pick<Config, 'STAFF_DOMAIN' | 'STAFF_EMAILS'>,
): boolean {
  if (!person.emailVerified || !person.isAddressProven) return false
  const email = normalizeEmail(person.email)
  const isListed = config.STAFF_EMAILS.some((listed) => normalizeEmail(listed) === email)
  return isListed || isStaffEmail(email, config.STAFF_DOMAIN)
}

/** Whether the user with this id has the rights of staff. */
export async function isStaffUser(db: Orm, userId: string, config: Config): Promise<boolean> {
  const person = await findPerson(db, userId)
  return person !== undefined && isStaff(person, config)
}
