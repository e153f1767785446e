/**
 * Declares who may make a call. The server turns the declaration into the guard on the route. docs/product/access.md#order-of-checks
 * lists its checks in their order.
 */
import type { Right } from './members/roles.ts'

/** `manage` is an API token with that permission. It may also make every call that accepts `api`. */
export type Credential = 'session' | 'instance' | 'api' | 'manage'

/** The credentials of a call with which a user or their program manages one workspace. */
export const managers: readonly Credential[] = ['session', 'manage']

export interface Access {
  /** The credentials that the call accepts. An empty list makes it public: a bad credential is ignored. */
  credentials: readonly Credential[]
  /** For a public call that still validates a Bearer token if one is sent (`GET /`). */
  checksBearer?: boolean
  /** Whether a quarantined or suspended account may make the call. */
  confined: 'refused' | 'when-suspended' | 'allowed'
  /** Also accepts a token whose user or workspace is paused. Only for signing out. */
  opensToConfinedTokens?: boolean
  /** Whether the caller must have accepted the terms in force. */
  terms: 'current' | 'any'
  /** Whether the caller's email must be verified. */
  email: 'verified' | 'any'
  /** The path parameter that must be the caller's id. Any other id answers 404. */
  self?: 'userId'
  /** The path parameter that names a workspace, and the right that the caller's role there must have. */
  workspace?: { param: 'workspaceId'; right: Right; whenQuarantined?: 'refused' | 'allowed' }
  /** Whether only staff may make the call. */
  staff?: boolean
  /** Whether sessions of command-line tools are refused. They may never make staff calls. */
  excludesClients?: boolean
  /**
   * Whether the caller must have signed in at the identity provider within `FRESH_SIGN_IN_AGE`. For irreversible actions. A token that
   * manages a workspace needs none, because its creation did.
   * See docs/product/sign-in.md#fresh-sign-in.
   */
  freshSignIn?: boolean
}

/** Access for a public call. */
export const publicAccess: Access = { credentials: [], confined: 'allowed', terms: 'any', email: 'any' }

/** Access for a read by the signed-in user, who needn't have accepted the terms in force. */
export const personReads = (more: Partial<Access> = {}): Access => ({
  credentials: ['session'],
  confined: 'refused',
  terms: 'any',
  email: 'verified',
  ...more,
})

/** Access for a write by the signed-in user, who must have accepted the terms in force. */
export const personWrites = (more: Partial<Access> = {}): Access => ({
  ...personReads(more),
  terms: 'current',
  ...more,
})
