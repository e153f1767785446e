/** Staff calls that quarantine and suspend. See docs/product/staff.md#quarantine-and-suspension. */
import * as z from 'zod/mini'
import { userParams } from '../../account/account.ts'
import { endpoint } from '../../endpoint.ts'
import { noun } from '../../noun.ts'
import { pageQuery } from '../../page-query.ts'
import { isoDateTimeSchema, pauseEndSchema, reasonSchema } from '../../text/text-rules.ts'
import { workspaceParams } from '../../workspaces/workspace-params.ts'
import { staffReads, staffWrites, userRecordSchema } from '../staff-calls.ts'

/** A paused account in a list. `byEmail` is null if the billing rule paused it. */
const pauseFacts = {
  userId: z.string(),
  email: z.string(),
  reason: z.nullable(z.string()),
  until: z.nullable(isoDateTimeSchema),
  byEmail: z.nullable(z.string()),
}

export const quarantinedPersonSchema = z.object({ ...pauseFacts, quarantinedAt: isoDateTimeSchema })
export type QuarantinedPerson = z.infer<typeof quarantinedPersonSchema>

export const suspendedPersonSchema = z.object({ ...pauseFacts, suspendedAt: isoDateTimeSchema })
export type SuspendedPerson = z.infer<typeof suspendedPersonSchema>

/** A quarantined workspace, or one whose quarantine this call ended, as staff see it. */
export const quarantinedWorkspaceSchema = z.object({
  id: z.string(),
  displayName: z.string(),
  quarantinedAt: z.nullable(isoDateTimeSchema),
  reason: z.nullable(z.string()),
  until: z.nullable(isoDateTimeSchema),
})
export type QuarantinedWorkspace = z.infer<typeof quarantinedWorkspaceSchema>

/** Whether the open invitations that the user sent stay open. Only for the start of a pause, which withdraws them otherwise. */
const keepsInvitations = z.optional(z.boolean())

export const staffPauses = {
  setUserQuarantine: endpoint({
    name: 'staffPauses.setUserQuarantine',
    action: 'SET_USER_QUARANTINE',
    method: 'PATCH',
    path: '/users/:userId/quarantine',
    access: staffWrites,
    params: userParams,
    body: z.object({
      isQuarantined: z.boolean(),
      reason: reasonSchema,
      until: pauseEndSchema,
      keepsInvitations,
    }),
    success: { status: 200, body: z.object({ user: userRecordSchema }) },
    errors: ['NotFound', 'Conflict'],
    summary:
      'Quarantines an account for suspicious activity and withdraws the open invitations that it sent, or ends the quarantine. Staff cannot quarantine themselves.',
    docs: 'docs/product/staff.md#quarantine-and-suspension',
  }),
  setUserSuspension: endpoint({
    name: 'staffPauses.setUserSuspension',
    action: 'SET_USER_SUSPENSION',
    method: 'PATCH',
    path: '/users/:userId/suspend',
    access: staffWrites,
    params: userParams,
    body: z.object({
      isSuspended: z.boolean(),
      reason: reasonSchema,
      until: pauseEndSchema,
      keepsInvitations,
    }),
    success: { status: 200, body: z.object({ user: userRecordSchema }) },
    errors: ['NotFound', 'Conflict'],
    summary:
      'Suspends an account pending payment and withdraws the open invitations that it sent, or ends the suspension. Staff cannot suspend themselves.',
    docs: 'docs/product/staff.md#quarantine-and-suspension',
  }),
  listQuarantinedUsers: endpoint({
    name: 'staffPauses.listQuarantinedUsers',
    action: 'GET_QUARANTINED_USERS',
    method: 'GET',
    path: '/users/quarantined',
    access: staffReads,
    query: pageQuery,
    success: { status: 200, body: z.array(quarantinedPersonSchema) },
    summary: 'Lists the quarantined accounts, most recent first. Returns 1,000 accounts without `limit`.',
    docs: 'docs/product/staff.md#quarantine-and-suspension',
  }),
  listSuspendedUsers: endpoint({
    name: 'staffPauses.listSuspendedUsers',
    action: 'GET_SUSPENDED_USERS',
    method: 'GET',
    path: '/users/suspended',
    access: staffReads,
    query: pageQuery,
    success: { status: 200, body: z.array(suspendedPersonSchema) },
    summary: 'Lists the suspended accounts, most recent first. Returns 1,000 accounts without `limit`.',
    docs: 'docs/product/staff.md#quarantine-and-suspension',
  }),
  setWorkspaceQuarantine: endpoint({
    name: 'staffPauses.setWorkspaceQuarantine',
    action: 'SET_WORKSPACE_QUARANTINE',
    method: 'PATCH',
    path: '/workspaces/:workspaceId/quarantine',
    access: staffWrites,
    params: workspaceParams,
    body: z.object({ isQuarantined: z.boolean(), reason: reasonSchema, until: pauseEndSchema }),
    success: { status: 200, body: z.object({ workspace: quarantinedWorkspaceSchema }) },
    errors: ['NotFound', 'Conflict'],
    summary:
      'Quarantines a workspace for suspicious activity, or ends the quarantine. Its tokens are refused in the meantime. Returns 409 to a member of the workspace.',
    docs: 'docs/product/workspaces.md#quarantine',
  }),
  listQuarantinedWorkspaces: endpoint({
    name: 'staffPauses.listQuarantinedWorkspaces',
    method: 'GET',
    path: '/workspaces/quarantined',
    access: staffReads,
    query: pageQuery,
    success: { status: 200, body: z.array(quarantinedWorkspaceSchema) },
    summary: 'Lists the quarantined workspaces, most recent first. Returns 1,000 workspaces without `limit`.',
    docs: 'docs/product/workspaces.md#quarantine',
  }),
}

export const staffPausesNoun = noun({
  tag: ['Staff: pauses', 'Quarantine and suspend accounts and workspaces.'],
  calls: staffPauses,
})
