/** What staff do to workspaces (SPEC sections 2, 3, 5, 7; RULES sections 3, 6 and 9): calls of `workspaces`. */
import * as z from 'zod/mini'
import { personReads, personWrites } from './access.ts'
import { endpoint } from './endpoint.ts'
import { adminCreationFieldMaxLength } from './limits.ts'
import { pageQuery } from './page-query.ts'
import { isoDateTimeSchema, messages, pauseEndSchema, reasonSchema } from './text-rules.ts'
import { workspaceParams } from './workspace-params.ts'

/** A paused workspace, or one whose pause has just ended, as staff see it. */
export const quarantinedWorkspaceSchema = z.object({
  id: z.string(),
  displayName: z.string(),
  quarantinedAt: z.nullable(isoDateTimeSchema),
  reason: z.nullable(z.string()),
  until: z.nullable(isoDateTimeSchema),
})
export type QuarantinedWorkspace = z.infer<typeof quarantinedWorkspaceSchema>

export const workspaceOwnerSchema = z.object({
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.string(),
  displayName: z.string(),
  instanceUrl: z.string(),
})
export type WorkspaceOwner = z.infer<typeof workspaceOwnerSchema>

/** What staff have made for somebody. */
export const provisionedWorkspaceSchema = z.object({
  id: z.string(),
  displayName: z.string(),
  instanceUrl: z.string(),
  isDefault: z.boolean(),
  creatorUserId: z.string(),
})
export type ProvisionedWorkspace = z.infer<typeof provisionedWorkspaceSchema>

export const staffWorkspaces = {
  setQuarantine: endpoint({
    name: 'workspaces.setQuarantine',
    action: 'SET_WORKSPACE_QUARANTINE',
    method: 'PATCH',
    path: '/workspaces/:workspaceId/quarantine',
    access: personWrites({ staff: true }),
    params: workspaceParams,
    body: z.object({ isQuarantined: z.boolean(), reason: reasonSchema, until: pauseEndSchema }),
    success: { status: 200, body: z.object({ workspace: quarantinedWorkspaceSchema }) },
    errors: ['NotFound'],
    summary:
      'Pauses a workspace for suspicious activity, or ends the pause. Its tokens are refused meanwhile.',
    docs: 'docs/product/workspaces.md#quarantine',
  }),
  listQuarantined: endpoint({
    name: 'workspaces.listQuarantined',
    method: 'GET',
    path: '/workspaces/quarantined',
    access: personReads({ staff: true }),
    query: pageQuery,
    success: { status: 200, body: z.array(quarantinedWorkspaceSchema) },
    summary: 'The workspaces that are paused, the last paused first; all without `limit`.',
    docs: 'docs/product/workspaces.md#quarantine',
  }),
  adminLookup: endpoint({
    name: 'workspaces.adminLookup',
    action: 'GET_WORKSPACE_OWNER',
    method: 'GET',
    path: '/workspaces/admin-lookup/:workspaceId',
    access: personReads({ staff: true }),
    params: workspaceParams,
    success: { status: 200, body: workspaceOwnerSchema },
    errors: ['NotFound'],
    summary: 'Who owns a workspace. Recorded.',
    docs: 'docs/product/staff.md#look-ups',
  }),
  setupProduction: endpoint({
    name: 'workspaces.setupProduction',
    action: 'SETUP_PRODUCTION_WORKSPACE',
    method: 'POST',
    path: '/workspaces/setup-production-workspace',
    access: personWrites({ staff: true }),
    body: z.object({
      userEmail: z.string(messages.required).check(
        z.maxLength(adminCreationFieldMaxLength, messages.tooLong(adminCreationFieldMaxLength)),
        z.refine((value) => value.trim() !== '', messages.required),
      ),
    }),
    success: { status: 200, body: z.object({ newWorkspace: provisionedWorkspaceSchema }) },
    errors: ['NotFound', 'Conflict'],
    summary:
      'Makes a managed production workspace for an account, by its address; several accounts are 409 with the choices.',
    docs: 'docs/product/staff.md#production-workspaces',
  }),
  setupProductionByUserId: endpoint({
    name: 'workspaces.setupProductionByUserId',
    action: 'SETUP_PRODUCTION_WORKSPACE_BY_USER_ID',
    method: 'POST',
    path: '/workspaces/setup-production-workspace-by-userid',
    access: personWrites({ staff: true }),
    body: z.object({
      userId: z.string(messages.required).check(
        z.maxLength(adminCreationFieldMaxLength, messages.tooLong(adminCreationFieldMaxLength)),
        z.refine((value) => value.trim() !== '', messages.required),
      ),
    }),
    success: { status: 200, body: z.object({ newWorkspace: provisionedWorkspaceSchema }) },
    errors: ['NotFound'],
    summary: 'Makes a managed production workspace for an account, by its id.',
    docs: 'docs/product/staff.md#production-workspaces',
  }),
}
