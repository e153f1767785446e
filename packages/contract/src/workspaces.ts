/** Workspaces (SPEC sections 2 to 7; RULES section 6). */
import * as z from 'zod/mini'
import { personReads, personWrites } from './access.ts'
import { endpoint } from './endpoint.ts'
import { descriptionMaxLength, displayNameMaxLength, listPageMaxSize } from './limits.ts'
import { workspaceRoles } from './permissions.ts'
import {
  idSchema,
  instanceUrlSchema,
  isoDateTimeSchema,
  localPathSchema,
  messages,
  optionalTextField,
  requiredTextField,
} from './text-rules.ts'

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

export const workspaceParams = z.object({ workspaceId: idSchema })

/** Lists come whole without parameters; these page them by key. */
export const pageQuery = z.object({
  limit: z.optional(
    z.string().check(
      z.regex(/^[1-9][0-9]{0,3}$/),
      z.refine((text) => Number(text) <= listPageMaxSize),
    ),
  ),
  after: z.optional(z.string().check(z.maxLength(200))),
})

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

const workspace = (act: 'readWorkspace' | 'openWorkspace' | 'confirmAddress') => ({
  workspace: { param: 'workspaceId', act } as const,
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
    spec: 'SPEC 4, 7; RULES 2, 3, 6',
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
    spec: 'SPEC 4, 5, 7; RULES 6',
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
    spec: 'RULES 3, 6',
  }),
  /** `redirect` is a path inside the instance. */
  go: endpoint({
    name: 'workspaces.go',
    method: 'GET',
    path: '/workspaces/:workspaceId/go',
    access: personWrites(workspace('openWorkspace')),
    params: workspaceParams,
    query: z.object({ redirect: z.optional(localPathSchema) }),
    success: { status: 302 },
    summary: 'Opens the workspace: sends the browser to its instance with a one-time code.',
    spec: 'SPEC 2, 4, 7; RULES 3, 4',
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
    spec: 'RULES 1, 3',
  }),
}
