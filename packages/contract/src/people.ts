/** What staff do to accounts (SPEC sections 2, 6, 7; RULES sections 4 and 9). */
import * as z from 'zod/mini'
import { personReads, personWrites } from './access.ts'
import { userParams } from './account.ts'
import { endpoint } from './endpoint.ts'
import { isoDateTimeSchema, reasonSchema } from './text-rules.ts'

/** An account as staff look it up. */
export const userRecordSchema = z.object({
  id: z.string(),
  auth0Id: z.nullable(z.string()),
  email: z.string(),
  quarantinedAt: z.nullable(isoDateTimeSchema),
  suspendedAt: z.nullable(isoDateTimeSchema),
})
export type UserRecord = z.infer<typeof userRecordSchema>

const staffWrites = personWrites({ staff: true })
export const staffReads = personReads({ staff: true })

export const people = {
  setQuarantine: endpoint({
    name: 'people.setQuarantine',
    action: 'SET_USER_QUARANTINE',
    method: 'PATCH',
    path: '/users/:userId/quarantine',
    access: staffWrites,
    params: userParams,
    body: z.object({ isQuarantined: z.boolean(), reason: reasonSchema }),
    success: { status: 200, body: z.object({ user: userRecordSchema }) },
    errors: ['NotFound', 'Conflict'],
    summary: 'Pauses an account for suspicious activity, or ends the pause. Never one of oneself.',
    spec: 'SPEC 4, 7; RULES 4, 9',
  }),
  setSuspension: endpoint({
    name: 'people.setSuspension',
    action: 'SET_USER_SUSPENSION',
    method: 'PATCH',
    path: '/users/:userId/suspend',
    access: staffWrites,
    params: userParams,
    body: z.object({ isSuspended: z.boolean(), reason: reasonSchema }),
    success: { status: 200, body: z.object({ user: userRecordSchema }) },
    errors: ['NotFound', 'Conflict'],
    summary: 'Pauses an account pending payment, or ends the pause. Never one of oneself.',
    spec: 'SPEC 4, 7; RULES 4, 9',
  }),
  restore: endpoint({
    name: 'people.restore',
    method: 'POST',
    path: '/users/:userId/restore',
    access: staffWrites,
    params: userParams,
    body: z.object({ reason: reasonSchema }),
    success: { status: 200, body: z.object({ user: userRecordSchema }) },
    errors: ['NotFound', 'Conflict'],
    summary:
      'Restores an account that was deleted at most 30 days ago, with the workspaces that went with it.',
    spec: 'RULES 9',
  }),
}
