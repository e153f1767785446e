/**
 * Who may make a call, as data on the call (RULES sections 3 and 4). The server turns it into the guard on the route,
 * in this order: credential, account state, terms, verified e-mail, role in the workspace, the call's own rules.
 */
import type { WorkspaceAct } from './permissions.ts'

export type Credential = 'session' | 'instance' | 'api'

export interface Access {
  /** The credentials that the call takes. None: it is public, and a bad credential is ignored. */
  credentials: readonly Credential[]
  /** A public call that still checks a Bearer token when one is sent (`GET /`). */
  checksBearer?: boolean
  /** Whether an account that is quarantined or suspended may make it. */
  confined: 'refused' | 'when-suspended' | 'allowed'
  /** Also for a token whose person or workspace is paused: signing out. */
  opensToConfinedTokens?: boolean
  /** Whether the terms in force must have been accepted. */
  terms: 'current' | 'any'
  /** Whether the e-mail must be verified. */
  email: 'verified' | 'any'
  /** The path's parameter that must be the caller; anybody else's is 404. */
  self?: 'userId'
  /** The path's parameter that names a workspace, and what the caller's role there must allow. */
  workspace?: { param: 'workspaceId'; act: WorkspaceAct; whenQuarantined?: 'refused' | 'allowed' }
  /** Only staff (RULES section 4). */
  staff?: boolean
}

export const everybody: Access = { credentials: [], confined: 'allowed', terms: 'any', email: 'any' }

/** A read by the signed-in person: terms may be old, the rest as given. */
export const personReads = (more: Partial<Access> = {}): Access => ({
  credentials: ['session'],
  confined: 'refused',
  terms: 'any',
  email: 'verified',
  ...more,
})

/** A write by the signed-in person: the terms in force must be accepted. */
export const personWrites = (more: Partial<Access> = {}): Access => ({
  ...personReads(more),
  terms: 'current',
  ...more,
})
