/** What an API token, its secrets and its claims look like. See docs/product/tokens.md#listing. */
import * as z from 'zod/mini'
import { tokenNameMaxLength } from '../limits.ts'
import { serviceAccountRefSchema } from '../service-accounts/service-accounts.ts'
import { displayedName } from '../text/displayed-name.ts'
import { idSchema, isoDateTimeSchema } from '../text/text-rules.ts'
import { overlapSchema, tokenExpirationSchema } from '../text/time-string.ts'

/** One secret of a token. Only the response that creates it contains its value. */
export const tokenSecretSchema = z.object({
  createdAt: isoDateTimeSchema,
  expiresAt: isoDateTimeSchema,
  /** When this secret stops or stopped working because a newer one replaced it. Null for the newest secret. */
  retiresAt: z.nullable(isoDateTimeSchema),
  lastUsedAt: z.nullable(isoDateTimeSchema),
  lastUsedIp: z.nullable(z.string()),
})
export type TokenSecret = z.infer<typeof tokenSecretSchema>

/** What an API token may do: read one workspace, or also what its user may do with that workspace. */
export const tokenPermissions = ['read', 'manage'] as const
export type TokenPermission = (typeof tokenPermissions)[number]
const permissionSchema = z.enum(tokenPermissions)

/** The claims of a token that stay the same with each secret, for existing clients. */
export const tokenClaimsSchema = z.object({
  version: z.string(),
  sub: z.string(),
  userId: z.string(),
  workspaceId: z.string(),
  role: z.string(),
  serviceAccountId: z.optional(z.string()),
})

export const authTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  permission: permissionSchema,
  /** The user that the token acts for. For a service account, the owner of its workspace. */
  userId: z.string(),
  workspaceId: z.string(),
  claims: tokenClaimsSchema,
  createdAt: isoDateTimeSchema,
  expiresAt: z.optional(isoDateTimeSchema),
  revokedAt: z.optional(isoDateTimeSchema),
  lastUsedAt: z.nullable(isoDateTimeSchema),
  lastUsedIp: z.nullable(z.string()),
  createdBy: z.object({
    userId: z.string(),
    firstName: z.nullable(z.string()),
    lastName: z.nullable(z.string()),
    email: z.string(),
  }),
  /** The service account that the token acts for. Null for a token of its creator. */
  serviceAccount: z.nullable(serviceAccountRefSchema),
  /** The newest secret first. Previous secrets follow, including the last ones that no longer work. */
  secrets: z.array(tokenSecretSchema),
  /** When the current pause ends. Null when the token is not paused. */
  pausedUntil: z.nullable(isoDateTimeSchema),
})
export type AuthToken = z.infer<typeof authTokenSchema>

/** One of the caller's tokens, with the workspace it belongs to. */
export const ownAuthTokenSchema = z.extend(authTokenSchema, {
  workspace: z.object({ id: z.string(), displayName: z.string() }),
})
export type OwnAuthToken = z.infer<typeof ownAuthTokenSchema>

export const tokenNameSchema = displayedName(tokenNameMaxLength)

export const newTokenSchema = z.object({
  name: tokenNameSchema,
  expiration: tokenExpirationSchema,
  /** The service account that the token acts for. Without it the token acts for its creator. */
  serviceAccountId: z.optional(idSchema),
  /** Tokens of service accounts can only read. */
  permission: z.optional(permissionSchema),
})
export type NewToken = z.infer<typeof newTokenSchema>

export const rotationSchema = z.object({
  overlap: z.optional(overlapSchema),
  expiration: z.optional(tokenExpirationSchema),
})
export type Rotation = z.infer<typeof rotationSchema>

export const pauseDurations = ['15m', '1h', '1d'] as const
export type PauseDuration = (typeof pauseDurations)[number]

export const tokenRefusalSchema = z.object({
  at: isoDateTimeSchema,
  ipAddress: z.string(),
  userAgent: z.nullable(z.string()),
  /** Method and path of the refused call, such as `GET /whoami`. */
  call: z.string(),
})
export type TokenRefusal = z.infer<typeof tokenRefusalSchema>
