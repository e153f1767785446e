/** Workspaces. See docs/product/workspaces.md#fields. */
import * as z from 'zod/mini'
import { managers, personReads, personWrites } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { descriptionMaxLength, displayNameMaxLength, instanceUrlMaxLength } from '../limits.ts'
import { type Right, workspaceRoles } from '../members/roles.ts'
import { limit, noun } from '../noun.ts'
import { pageQuery } from '../page-query.ts'
import {
  clearableText,
  filledLineOf,
  instanceUrlSchema,
  isoDateTimeSchema,
  localPathSchema,
  optionalTextField,
  requiredTextField,
  savedText,
} from '../text/text-rules.ts'
import { workspaceParams } from './workspace-params.ts'
import { workspaceRights } from './workspace-rights.ts'

export const workspaceSchema = z.object({
  id: z.string(),
  displayName: z.string(),
  /** Empty if there is none. Never null, because clients require a string. */
  description: z.string(),
  instanceUrl: z.string(),
  instanceEnvType: z.enum(['SI', 'PRIVATE', 'LOCAL']),
  /** Whether it is the caller's default. Only the creator can set it. */
  isDefault: z.boolean(),
  /** The caller's settings. Other members have their own. */
  isFavourite: z.boolean(),
  isHidden: z.boolean(),
  approvalsEnabled: z.boolean(),
  role: z.enum(workspaceRoles),
  creatorUserId: z.string(),
  creatorUser: z.object({ firstName: z.nullable(z.string()), lastName: z.nullable(z.string()) }),
  createdAt: isoDateTimeSchema,
  quarantinedAt: z.nullable(isoDateTimeSchema),
  /** Active members, including the owner. */
  memberCount: z.number(),
  /** When the caller last opened the workspace. */
  lastOpenedAt: z.nullable(isoDateTimeSchema),
})
export type Workspace = z.infer<typeof workspaceSchema>

export const newWorkspaceSchema = z.object({
  displayName: requiredTextField(displayNameMaxLength),
  instanceUrl: instanceUrlSchema,
  description: z.optional(optionalTextField(descriptionMaxLength)),
  isDefault: z.optional(z.boolean()),
  isFavourite: z.optional(z.boolean()),
  isHidden: z.optional(z.boolean()),
  approvalsEnabled: z.optional(z.boolean()),
})

/** Validation rules for the fields that the owner can change, each optional. The type is derived from the URL. */
export const workspaceChangeSchema = z.object({
  displayName: z.optional(requiredTextField(displayNameMaxLength)),
  instanceUrl: z.optional(instanceUrlSchema),
  description: z.optional(optionalTextField(descriptionMaxLength)),
  approvalsEnabled: z.optional(z.boolean()),
})

/** What a save sends. Checks only types, because the API checks a field only if it differs from the saved one. */
const workspaceSaveSchema = z.object({
  displayName: savedText,
  instanceUrl: savedText,
  description: clearableText,
  approvalsEnabled: z.optional(z.boolean()),
} satisfies Record<keyof typeof workspaceChangeSchema.shape, unknown>)
export type WorkspaceSave = z.infer<typeof workspaceSaveSchema>

/** A deleted workspace that its owner can still restore. */
export const deletedWorkspaceSchema = z.object({
  id: z.string(),
  displayName: z.string(),
  deletedAt: isoDateTimeSchema,
  restorableUntil: isoDateTimeSchema,
})
export type DeletedWorkspace = z.infer<typeof deletedWorkspaceSchema>

const workspace = (right: Right, whenQuarantined?: 'allowed') => ({
  workspace: { param: 'workspaceId', right, whenQuarantined } as const,
})

const readable = workspace(workspaceRights.readWorkspace, 'allowed')

export const workspaces = {
  list: endpoint({
    name: 'workspaces.list',
    action: 'LOAD_WORKSPACES',
    method: 'GET',
    path: '/workspaces',
    access: personReads({ credentials: ['session', 'instance', 'api'] }),
    query: pageQuery,
    success: { status: 200, body: z.array(workspaceSchema) },
    summary:
      "Lists the caller's workspaces. A token sees only the workspace it belongs to, unless it has the permission `manage`.",
    docs: 'docs/product/workspaces.md#list',
  }),
  create: endpoint({
    name: 'workspaces.create',
    method: 'POST',
    path: '/workspaces/new',
    access: personWrites({ credentials: managers }),
    body: newWorkspaceSchema,
    isIdempotent: true,
    success: {
      status: 200,
      body: z.object({ workspaces: z.array(workspaceSchema), newWorkspaceId: z.string() }),
    },
    errors: ['LimitReached'],
    summary: 'Creates a workspace owned by the caller. Its type is derived from its URL.',
    docs: 'docs/product/workspaces.md#details',
  }),
  read: endpoint({
    name: 'workspaces.read',
    method: 'GET',
    path: '/workspaces/:workspaceId',
    access: personReads({ credentials: ['session', 'instance', 'api'], ...readable }),
    params: workspaceParams,
    success: { status: 200, body: workspaceSchema },
    summary: "Returns one of the caller's workspaces.",
    docs: 'docs/product/workspaces.md#fields',
  }),
  /** The same under the path of the platform's clients. */
  readByToken: endpoint({
    name: 'workspaces.readByToken',
    method: 'GET',
    path: '/workspace/:workspaceId',
    access: personReads({ credentials: ['instance', 'api'], ...readable }),
    params: workspaceParams,
    success: { status: 200, body: workspaceSchema },
    summary: 'Returns the workspace of a token. Same as `GET /workspaces/{workspaceId}`.',
    docs: 'docs/product/workspaces.md#fields',
  }),
  /** `redirect` is a path inside the instance. An empty or invalid one is ignored, and the workspace still opens. */
  go: endpoint({
    name: 'workspaces.go',
    method: 'GET',
    path: '/workspaces/:workspaceId/go',
    access: personWrites(workspace(workspaceRights.openWorkspace)),
    params: workspaceParams,
    query: z.object({ redirect: z.optional(localPathSchema) }),
    ignoresBadQuery: true,
    rateLimit: 'openWorkspace',
    success: { status: 302 },
    summary: 'Opens a workspace: redirects the browser to its instance with a one-time code.',
    docs: 'docs/product/hand-off.md#opening-a-workspace',
  }),
  confirmAddress: endpoint({
    name: 'workspaces.confirmAddress',
    method: 'POST',
    path: '/workspaces/:workspaceId/confirm-address',
    access: personWrites(workspace(workspaceRights.confirmAddress)),
    params: workspaceParams,
    body: z.object({ instanceUrl: filledLineOf(instanceUrlMaxLength) }),
    success: { status: 204 },
    errors: ['Conflict'],
    summary:
      "Confirms the remote address of another user's workspace. Required once before the caller opens it.",
    docs: 'docs/product/hand-off.md#remote-addresses',
  }),
  update: endpoint({
    name: 'workspaces.update',
    method: 'PATCH',
    path: '/workspaces/:workspaceId',
    access: personWrites({ ...workspace(workspaceRights.editWorkspace), credentials: managers }),
    params: workspaceParams,
    body: workspaceSaveSchema,
    success: { status: 200, body: z.array(workspaceSchema) },
    // Only a changed URL needs a fresh sign-in, so the action checks it instead of the guard.
    errors: ['FreshSignInRequired'],
    summary:
      'Updates the fields that are sent and returns the list of workspaces. A change of the instance URL requires a fresh sign-in and ends its instance sessions.',
    docs: 'docs/product/workspaces.md#details',
  }),
  delete: endpoint({
    name: 'workspaces.delete',
    method: 'DELETE',
    path: '/workspaces/:workspaceId',
    access: personWrites({
      ...workspace(workspaceRights.deleteWorkspace),
      credentials: managers,
      freshSignIn: true,
    }),
    params: workspaceParams,
    // Clients expect exactly 200.
    success: { status: 200, body: z.object({}) },
    summary:
      'Deletes a workspace. It disappears for every member immediately and its tokens stop working. Restorable for 30 days.',
    docs: 'docs/product/workspaces.md#deletion',
  }),
  listDeleted: endpoint({
    name: 'workspaces.listDeleted',
    method: 'GET',
    path: '/workspaces/deleted',
    access: personReads(),
    query: pageQuery,
    success: { status: 200, body: z.array(deletedWorkspaceSchema) },
    summary: "Lists the caller's deleted workspaces that can still be restored, most recently deleted first.",
    docs: 'docs/product/workspaces.md#deletion',
  }),
  restore: endpoint({
    name: 'workspaces.restore',
    method: 'POST',
    path: '/workspaces/:workspaceId/restore',
    access: personWrites(),
    params: workspaceParams,
    success: { status: 200, body: z.object({ workspaces: z.array(workspaceSchema) }) },
    errors: ['NotFound', 'LimitReached'],
    summary:
      "Restores one of the caller's deleted workspaces and its members, within 30 days. Earlier tokens are not restored.",
    docs: 'docs/product/workspaces.md#deletion',
  }),
  setFavourite: endpoint({
    name: 'workspaces.setFavourite',
    method: 'PATCH',
    path: '/workspaces/:workspaceId/favourite',
    access: personWrites(workspace(workspaceRights.markWorkspace, 'allowed')),
    params: workspaceParams,
    body: z.object({ isFavourite: z.boolean() }),
    success: { status: 200, body: workspaceSchema },
    summary: "Marks or unmarks a workspace as the caller's favourite.",
    docs: 'docs/product/workspaces.md#favourites-and-hiding',
  }),
  setHidden: endpoint({
    name: 'workspaces.setHidden',
    method: 'PATCH',
    path: '/workspaces/:workspaceId/setHidden',
    access: personWrites(workspace(workspaceRights.markWorkspace, 'allowed')),
    params: workspaceParams,
    body: z.object({ isHidden: z.boolean() }),
    success: { status: 200, body: workspaceSchema },
    summary: "Hides a workspace in the caller's list only, or shows it again.",
    docs: 'docs/product/workspaces.md#favourites-and-hiding',
  }),
  setDefault: endpoint({
    name: 'workspaces.setDefault',
    method: 'PATCH',
    path: '/workspaces/:workspaceId/setDefault',
    access: personWrites(workspace(workspaceRights.setDefaultWorkspace)),
    params: workspaceParams,
    success: { status: 204 },
    summary: "Makes a workspace its creator's default. Replaces the previous default.",
    docs: 'docs/product/workspaces.md#default-workspace',
  }),
  setApprovals: endpoint({
    name: 'workspaces.setApprovals',
    method: 'PATCH',
    path: '/workspaces/:workspaceId/approvalsEnabled',
    access: personWrites({ ...workspace(workspaceRights.toggleApprovals), credentials: managers }),
    params: workspaceParams,
    body: z.object({ approvalsEnabled: z.boolean() }),
    success: { status: 200, body: workspaceSchema },
    summary: 'Enables or disables approvals in a workspace.',
    docs: 'docs/product/workspaces.md#details',
  }),
}

export const workspacesNoun = noun({
  tag: ['Workspaces', 'Create, change, open and delete workspaces.'],
  calls: workspaces,
  rights: workspaceRights,
  events: {
    'workspace.created': ['Created the workspace', 'Production'],
    'workspace.updated': ['Changed the workspace', 'name: Staging → Production'],
    'workspace.deleted': ['Deleted the workspace', 'Production'],
    'workspace.restored': ['Restored the workspace', null],
    'workspace.quarantined': ['Quarantined the workspace', 'by staff'],
    'workspace.unquarantined': ['Unquarantined the workspace', 'by staff'],
    'workspace.approvals-enabled': ['Enabled approvals', null],
    'workspace.approvals-disabled': ['Disabled approvals', null],
  },
  limits: {
    workspacesOwned: limit(
      200,
      'workspaces that an account owns',
      (most) =>
        `This account owns ${most} workspaces, which is the limit. Delete a workspace that is no longer needed, then try again.`,
    ),
    workspacesRestorable: limit(
      1_000,
      'workspaces that an account deleted within 30 days and can still restore; a new workspace is refused beyond it',
      (most) =>
        `This account deleted ${most} workspaces within 30 days, which is the limit. Restore a workspace instead of creating one, or try again later.`,
    ),
  },
})
