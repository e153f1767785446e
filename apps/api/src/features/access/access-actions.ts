import type { Config } from '../../config.ts'
import type { Orm } from '../../db/database.ts'
import { findPerson } from '../account/account-store.ts'
import { isStaff } from './access-rules.ts'

/** Whether a user has the rights of staff. */
export async function isStaffUser(db: Orm, userId: string, config: Config): Promise<boolean> {
  const person = await findPerson(db, userId)
  return person !== undefined && isStaff(person, config)
}
