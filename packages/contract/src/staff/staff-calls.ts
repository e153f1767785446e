/** What all calls of the staff wing share. */
import * as z from 'zod/mini'
import { personReads, personWrites } from '../access.ts'
import { isoDateTimeSchema } from '../text/text-rules.ts'

/** An account in a staff look-up. */
export const userRecordSchema = z.object({
  id: z.string(),
  auth0Id: z.nullable(z.string()),
  email: z.string(),
  quarantinedAt: z.nullable(isoDateTimeSchema),
  suspendedAt: z.nullable(isoDateTimeSchema),
})
export type UserRecord = z.infer<typeof userRecordSchema>

export const staffWrites = personWrites({ staff: true, freshSignIn: true })

export const staffReads = personReads({ staff: true })

export const reportedPerson = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
})
