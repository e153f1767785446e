/** Workspaces (SPEC sections 2 to 7; RULES section 6). */
import * as z from 'zod/mini'
import { personReads, personWrites } from './access.ts'
import { endpoint } from './endpoint.ts'
import { descriptionMaxLength, displayNameMaxLength } from './limits.ts'
import { pageQuery } from './page-query.ts'
import type { WorkspaceAct } from './permissions.ts'
import { workspaceRoles } from './permissions.ts'
import { staffWorkspaces } from './staff-workspaces.ts'
import {
  clearableText,
  instanceUrlSchema,
  isoDateTimeSchema,
  localPathSchema,
  messages,
  optionalTextField,
  requiredTextField,
  savedText,
} from './text-rules.ts'
import { workspaceParams } from './workspace-params.ts'

export const workspaceSchema = z.object({
  id: z.string(),
  displayName: z.string(),
  description: z.nullable(z.string()),
  instanceUrl: z.string(),
  instanceEnvType: z.enum(['SI', 'PRIVATE', 'LOCAL']),
  /** The caller's own default, which only the creator can have set. */
  isDefault: z.boolean(),
  /** The caller's own marks. */
  isFavourite: z.boolean(),
  isHidden: z.boolean(),
  approvalsEnabled: z.boolean(),
  role: z.enum(workspaceRoles),
  creatorUserId: z.string(),
  creatorUser: z.object({ firstName: z.nullable(z.string()), lastName: z.nullable(z.string()) }),
  createdAt: isoDateTimeSchema,
  quarantinedAt: z.nullable(isoDateTimeSchema),
  /** Active members, the owner among them. */
  memberCount: z.number(),
  /** When the caller last opened it. */
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
export type NewWorkspace = z.infer<typeof newWorkspaceSchema>

/** The rules for the fields that the owner changes later, each on its own. The type follows the address. */
export const workspaceChangeSchema = z.object({
  displayName: z.optional(requiredTextField(displayNameMaxLength)),
  instanceUrl: z.optional(instanceUrlSchema),
  description: z.optional(optionalTextField(descriptionMaxLength)),
  approvalsEnabled: z.optional(z.boolean()),
})

const workspaceSaveSchema = z.object({
  displayName: savedText,
  instanceUrl: savedText,
  description: clearableText,
  approvalsEnabled: z.optional(z.boolean()),
})
export type WorkspaceSave = z.infer<typeof workspaceSaveSchema>

/** A deleted workspace, as long as its owner can have it back. */
export const deletedWorkspaceSchema = z.object({
  id: z.string(),
  displayName: z.string(),
  deletedAt: isoDateTimeSchema,
  restorableUntil: isoDateTimeSchema,
})
export type DeletedWorkspace = z.infer<typeof deletedWorkspaceSchema>

const workspace = <Act extends WorkspaceAct>(act: Act, whenQuarantined?: 'allowed') => ({
  workspace: { param: 'workspaceId', act, whenQuarantined } as const,
})

export const workspaces = {
  list: endpoint({
    name: 'workspaces.list',
    action: 'LOAD_WORKSPACES',
    method: 'GET',
    path: '/workspaces',
    access: personReads({ credentials: ['session', 'instance', 'api'] }),
    query: pageQuery,
    success: { status: 200, body: z.array(workspaceSchema) },
    summary: 'The workspaces of the caller; for an API token its own only.',
    docs: 'docs/product/workspaces.md#list',
  }),
  create: endpoint({
    name: 'workspaces.create',
    method: 'POST',
    path: '/workspaces/new',
    access: personWrites(),
    body: newWorkspaceSchema,
    success: {
      status: 200,
      body: z.object({ workspaces: z.array(workspaceSchema), newWorkspaceId: z.string() }),
    },
    summary: 'Creates a workspace, owned by the caller. Its type follows from its address.',
    docs: 'docs/product/workspaces.md#details',
  }),
  read: endpoint({
    name: 'workspaces.read',
    method: 'GET',
    path: '/workspaces/:workspaceId',
    access: personReads({
      credentials: ['session', 'instance', 'api'],
      workspace: { param: 'workspaceId', act: 'readWorkspace', whenQuarantined: 'allowed' },
    }),
    params: workspaceParams,
    success: { status: 200, body: workspaceSchema },
    summary: 'One workspace of the caller.',
    docs: 'docs/product/workspaces.md#fields',
  }),
  /** `redirect` is a path inside the instance. One that is empty or unacceptable is ignored, and the workspace opens. */
  go: endpoint({
    name: 'workspaces.go',
    method: 'GET',
    path: '/workspaces/:workspaceId/go',
    access: personWrites(workspace('openWorkspace')),
    params: workspaceParams,
    query: z.object({ redirect: z.optional(localPathSchema) }),
    ignoresBadQuery: true,
    success: { status: 302 },
    summary: 'Opens the workspace: sends the browser to its instance with a one-time code.',
    docs: 'docs/product/hand-off.md#opening-a-workspace',
  }),
  confirmAddress: endpoint({
    name: 'workspaces.confirmAddress',
    method: 'POST',
    path: '/workspaces/:workspaceId/confirm-address',
    access: personWrites(workspace('confirmAddress')),
    params: workspaceParams,
    body: z.object({ instanceUrl: z.string(messages.required).check(z.minLength(1), z.maxLength(2_048)) }),
    success: { status: 204 },
    errors: ['Conflict'],
    summary: "Confirms somebody else's remote address, once, before the workspace is opened there.",
    docs: 'docs/product/hand-off.md#remote-addresses',
  }),
  update: endpoint({
    name: 'workspaces.update',
    method: 'PATCH',
    path: '/workspaces/:workspaceId',
    access: personWrites(workspace('editWorkspace')),
    params: workspaceParams,
    body: workspaceSaveSchema,
    success: { status: 200, body: z.array(workspaceSchema) },
    summary:
      'Changes the fields that are sent and differ, and answers the list. Instance sessions end when the instance moves.',
    docs: 'docs/product/workspaces.md#details',
  }),
  delete: endpoint({
    name: 'workspaces.delete',
    method: 'DELETE',
    path: '/workspaces/:workspaceId',
    access: personWrites(workspace('deleteWorkspace')),
    params: workspaceParams,
    success: { status: 204 },
    summary: 'Deletes a workspace: gone for everybody at once, its tokens dead; restorable for 30 days.',
    docs: 'docs/product/workspaces.md#deletion',
  }),
  listDeleted: endpoint({
    name: 'workspaces.listDeleted',
    method: 'GET',
    path: '/workspaces/deleted',
    access: personReads(),
    success: { status: 200, body: z.array(deletedWorkspaceSchema) },
    summary: "The caller's own deleted workspaces that can be restored, the last deleted first.",
    docs: 'docs/product/workspaces.md#deletion',
  }),
  restore: endpoint({
    name: 'workspaces.restore',
    method: 'POST',
    path: '/workspaces/:workspaceId/restore',
    access: personWrites(),
    params: workspaceParams,
    success: { status: 200, body: z.object({ workspaces: z.array(workspaceSchema) }) },
    errors: ['NotFound'],
    summary: 'Restores an own workspace with its members, within 30 days. Its tokens stay dead.',
    docs: 'docs/product/workspaces.md#deletion',
  }),
  setFavourite: endpoint({
    name: 'workspaces.setFavourite',
    method: 'PATCH',
    path: '/workspaces/:workspaceId/favourite',
    access: personWrites(workspace('markForOneself', 'allowed')),
    params: workspaceParams,
    body: z.object({ isFavourite: z.boolean() }),
    success: { status: 200, body: workspaceSchema },
    summary: "The caller's own star.",
    docs: 'docs/product/workspaces.md#favourites-and-hiding',
  }),
  setHidden: endpoint({
    name: 'workspaces.setHidden',
    method: 'PATCH',
    path: '/workspaces/:workspaceId/setHidden',
    access: personWrites(workspace('markForOneself', 'allowed')),
    params: workspaceParams,
    body: z.object({ isHidden: z.boolean() }),
    success: { status: 200, body: workspaceSchema },
    summary: 'Hides it from the caller alone, or shows it again.',
    docs: 'docs/product/workspaces.md#favourites-and-hiding',
  }),
  setDefault: endpoint({
    name: 'workspaces.setDefault',
    method: 'PATCH',
    path: '/workspaces/:workspaceId/setDefault',
    access: personWrites(workspace('setDefaultWorkspace')),
    params: workspaceParams,
    success: { status: 204 },
    summary: "Makes it its creator's default, in place of the one before.",
    docs: 'docs/product/workspaces.md#default-workspace',
  }),
  setApprovals: endpoint({
    name: 'workspaces.setApprovals',
    method: 'PATCH',
    path: '/workspaces/:workspaceId/approvalsEnabled',
    access: personWrites(workspace('toggleApprovals')),
    params: workspaceParams,
    body: z.object({ approvalsEnabled: z.boolean() }),
    success: { status: 200, body: workspaceSchema },
    summary: 'Turns approvals on or off.',
    docs: 'docs/product/workspaces.md#details',
  }),
  ...staffWorkspaces,
}
