/** Staff calls about workspaces, part of `workspaces`. See docs/product/staff.md#production-workspaces. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { adminCreationFieldMaxLength } from './limits.ts'
import { pageQuery } from './page-query.ts'
import { staffReads, staffWrites } from './people.ts'
import { filledLineOf, isoDateTimeSchema, pauseEndSchema, reasonSchema } from './text-rules.ts'
import { workspaceParams } from './workspace-params.ts'

/** A quarantined workspace, or one whose quarantine this call ended, as staff see it. */
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

/** A workspace that staff created for a user. */
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
    access: staffWrites,
    params: workspaceParams,
    body: z.object({ isQuarantined: z.boolean(), reason: reasonSchema, until: pauseEndSchema }),
    success: { status: 200, body: z.object({ workspace: quarantinedWorkspaceSchema }) },
    errors: ['NotFound'],
    summary:
      'Quarantines a workspace for suspicious activity, or ends the quarantine. Its tokens are refused in the meantime.',
    docs: 'docs/product/workspaces.md#quarantine',
  }),
  listQuarantined: endpoint({
    name: 'workspaces.listQuarantined',
    method: 'GET',
    path: '/workspaces/quarantined',
    access: staffReads,
    query: pageQuery,
    success: { status: 200, body: z.array(quarantinedWorkspaceSchema) },
    summary: 'Lists the quarantined workspaces, most recent first. Returns all without `limit`.',
    docs: 'docs/product/workspaces.md#quarantine',
  }),
  adminLookup: endpoint({
    name: 'workspaces.adminLookup',
    action: 'GET_WORKSPACE_OWNER',
    method: 'GET',
    path: '/workspaces/admin-lookup/:workspaceId',
    access: staffReads,
    params: workspaceParams,
    success: { status: 200, body: workspaceOwnerSchema },
    errors: ['NotFound'],
    summary: 'Returns the owner of a workspace. The look-up is recorded.',
    docs: 'docs/product/staff.md#look-ups',
  }),
  setupProduction: endpoint({
    name: 'workspaces.setupProduction',
    action: 'SETUP_PRODUCTION_WORKSPACE',
    method: 'POST',
    path: '/workspaces/setup-production-workspace',
    access: staffWrites,
    body: z.object({
      userEmail: filledLineOf(adminCreationFieldMaxLength),
    }),
    isIdempotent: true,
    success: { status: 200, body: z.object({ newWorkspace: provisionedWorkspaceSchema }) },
    errors: ['NotFound', 'Conflict', 'LimitReached'],
    summary:
      'Creates a managed production workspace for the account with an e-mail address. Returns 409 with the choices if several accounts have it.',
    docs: 'docs/product/staff.md#production-workspaces',
  }),
  setupProductionByUserId: endpoint({
    name: 'workspaces.setupProductionByUserId',
    action: 'SETUP_PRODUCTION_WORKSPACE_BY_USER_ID',
    method: 'POST',
    path: '/workspaces/setup-production-workspace-by-userid',
    access: staffWrites,
    body: z.object({
      userId: filledLineOf(adminCreationFieldMaxLength),
    }),
    isIdempotent: true,
    success: { status: 200, body: z.object({ newWorkspace: provisionedWorkspaceSchema }) },
    errors: ['NotFound', 'LimitReached'],
    summary: 'Creates a managed production workspace for the account with a user id.',
    docs: 'docs/product/staff.md#production-workspaces',
  }),
}
