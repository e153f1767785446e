/** Service accounts: identities of automation that belong to a workspace. See docs/product/service-accounts.md#fields. */
import * as z from 'zod/mini'
import { personReads, personWrites } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { serviceAccountDescriptionMaxLength, serviceAccountNameMaxLength } from '../limits.ts'
import { everyMember, ownerAndApprover } from '../members/roles.ts'
import { limit, noun } from '../noun.ts'
import { displayedName } from '../text/displayed-name.ts'
import { idSchema, isoDateTimeSchema, plainTextOf } from '../text/text-rules.ts'
import { workspaceParams } from '../workspaces/workspace-params.ts'

export const serviceAccountSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  createdBy: z.object({
    userId: z.string(),
    firstName: z.nullable(z.string()),
    lastName: z.nullable(z.string()),
    email: z.string(),
  }),
  createdAt: isoDateTimeSchema,
  /** Null while the service account is enabled. */
  disabledAt: z.nullable(isoDateTimeSchema),
  /** The last use of any of its tokens. */
  lastUsedAt: z.nullable(isoDateTimeSchema),
  /** Tokens that are neither expired nor revoked. */
  activeTokenCount: z.number(),
})
export type ServiceAccount = z.infer<typeof serviceAccountSchema>

/** The service account as other objects refer to it. */
export const serviceAccountRefSchema = z.object({ id: z.string(), name: z.string() })
export type ServiceAccountRef = z.infer<typeof serviceAccountRefSchema>

export const serviceAccountNameSchema = displayedName(serviceAccountNameMaxLength)
export const serviceAccountDescriptionSchema = z.nullable(plainTextOf(serviceAccountDescriptionMaxLength))

export const newServiceAccountSchema = z.object({
  name: serviceAccountNameSchema,
  description: z.optional(serviceAccountDescriptionSchema),
})
export type NewServiceAccount = z.infer<typeof newServiceAccountSchema>

export const serviceAccountSaveSchema = z.object({
  name: z.optional(serviceAccountNameSchema),
  description: z.optional(serviceAccountDescriptionSchema),
  isDisabled: z.optional(z.boolean()),
})
export type ServiceAccountSave = z.infer<typeof serviceAccountSaveSchema>

/** Path parameters of a call about one service account. */
export const serviceAccountParams = z.extend(workspaceParams, { serviceAccountId: idSchema })
const oneServiceAccount = z.object({ serviceAccount: serviceAccountSchema })

export const serviceAccountRights = {
  readServiceAccounts: everyMember('See the service accounts'),
  manageServiceAccounts: ownerAndApprover('Manage service accounts, their API tokens and their trust rules'),
}

const manage = { param: 'workspaceId', right: serviceAccountRights.manageServiceAccounts } as const

export const serviceAccounts = {
  list: endpoint({
    name: 'serviceAccounts.list',
    method: 'GET',
    path: '/workspaces/:workspaceId/serviceAccounts',
    access: personReads({
      workspace: {
        param: 'workspaceId',
        right: serviceAccountRights.readServiceAccounts,
        whenQuarantined: 'allowed',
      },
    }),
    params: workspaceParams,
    success: { status: 200, body: z.object({ serviceAccounts: z.array(serviceAccountSchema) }) },
    summary: 'Lists the service accounts of a workspace by name, including disabled ones.',
    docs: 'docs/product/service-accounts.md#fields',
  }),
  create: endpoint({
    name: 'serviceAccounts.create',
    method: 'POST',
    path: '/workspaces/:workspaceId/serviceAccounts',
    access: personWrites({ workspace: manage, freshSignIn: true }),
    params: workspaceParams,
    body: newServiceAccountSchema,
    rateLimit: 'tokenCreation',
    isIdempotent: true,
    success: { status: 200, body: oneServiceAccount },
    errors: ['Conflict', 'LimitReached'],
    summary: 'Creates a service account. Its name must be unique in the workspace.',
    docs: 'docs/product/service-accounts.md#creating',
  }),
  update: endpoint({
    name: 'serviceAccounts.update',
    method: 'PATCH',
    path: '/workspaces/:workspaceId/serviceAccounts/:serviceAccountId',
    access: personWrites({ workspace: manage }),
    params: serviceAccountParams,
    body: serviceAccountSaveSchema,
    success: { status: 200, body: oneServiceAccount },
    errors: ['Conflict'],
    summary:
      'Saves the fields that are sent. Disabling refuses all its tokens immediately, enabling restores them.',
    docs: 'docs/product/service-accounts.md#disabling',
  }),
  delete: endpoint({
    name: 'serviceAccounts.delete',
    method: 'DELETE',
    path: '/workspaces/:workspaceId/serviceAccounts/:serviceAccountId',
    access: personWrites({ terms: 'any', workspace: { ...manage, whenQuarantined: 'allowed' } }),
    params: serviceAccountParams,
    success: { status: 204 },
    summary: 'Deletes a service account and revokes its tokens. It cannot be restored.',
    docs: 'docs/product/service-accounts.md#deleting',
  }),
}

export const serviceAccountsNoun = noun({
  tag: ['Service accounts', 'Identities for automation that belong to a workspace.'],
  calls: serviceAccounts,
  rights: serviceAccountRights,
  events: {
    'service-account.created': ['Created a service account', 'Pipeline'],
    'service-account.updated': ['Changed a service account', 'Pipeline → Deploy pipeline'],
    'service-account.disabled': ['Disabled a service account', 'Pipeline'],
    'service-account.enabled': ['Enabled a service account', 'Pipeline'],
    'service-account.deleted': ['Deleted a service account', 'Pipeline'],
  },
  limits: {
    serviceAccountsOfWorkspace: limit(
      100,
      'service accounts of a workspace',
      (most) =>
        `This workspace has ${most} service accounts, which is the limit. Delete a service account you no longer need, then try again.`,
    ),
  },
})
