/** Staff calls that create production workspaces. See docs/product/staff.md#production-workspaces. */
import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { adminCreationFieldMaxLength } from '../../limits.ts'
import { noun } from '../../noun.ts'
import { filledLineOf } from '../../text/text-rules.ts'
import { staffWrites } from '../staff-calls.ts'

/** A workspace that staff created for a user. */
export const provisionedWorkspaceSchema = z.object({
  id: z.string(),
  displayName: z.string(),
  instanceUrl: z.string(),
  isDefault: z.boolean(),
  creatorUserId: z.string(),
})

export const staffProduction = {
  setup: endpoint({
    name: 'staffProduction.setup',
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
      'Creates a managed production workspace for the account with an email address. Returns 409 with the choices if several accounts have it.',
    docs: 'docs/product/staff.md#production-workspaces',
  }),
  setupByUserId: endpoint({
    name: 'staffProduction.setupByUserId',
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

export const staffProductionNoun = noun({
  tag: ['Staff: production', 'Create production workspaces for users.'],
  calls: staffProduction,
})
