/** Sessions of a user. See docs/product/sessions.md#where-a-user-is-signed-in. */
import * as z from 'zod/mini'
import { personReads, personWrites } from '../access.ts'
import { userParams } from '../account/account.ts'
import { endpoint } from '../endpoint.ts'
import { noun } from '../noun.ts'
import { pageQuery } from '../page-query.ts'
import { filledLineOf, idSchema, isoDateTimeSchema } from '../text/text-rules.ts'

/** A portal session, an instance session that was opened from one, or the session of a command-line tool. */
export const sessionSchema = z.object({
  id: z.string(),
  kind: z.enum(['portal', 'instance', 'cli']),
  /** The command-line tool's name. Null for the other kinds. */
  clientName: z.nullable(z.string()),
  /** Whether this session makes the call. */
  isCurrent: z.boolean(),
  userAgent: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  createdAt: isoDateTimeSchema,
  lastSeenAt: z.nullable(isoDateTimeSchema),
  expiresAt: isoDateTimeSchema,
  /** Set for an instance session. */
  workspace: z.nullable(z.object({ id: z.string(), displayName: z.string() })),
})
export type Session = z.infer<typeof sessionSchema>

/** A sign-in method that is linked to the account. */
export const identitySchema = z.object({
  subject: z.string(),
  /** The part of the subject before the bar, for example `github`. */
  provider: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  createdAt: isoDateTimeSchema,
  lastSignInAt: isoDateTimeSchema,
  isCurrent: z.boolean(),
  /** Whether the user must approve this way to sign in before it works. */
  isWaiting: z.boolean(),
})
export type Identity = z.infer<typeof identitySchema>

/** In the body and not in the path, because a provider may use any characters in a subject. */
const namedIdentity = z.object({ subject: filledLineOf(255) })

const own = { self: 'userId', email: 'any' } as const
/** A stolen session, or a token of a command-line tool, must not take over the account or lock its owner out. */
const takeover = { ...own, excludesClients: true, freshSignIn: true } as const
/** Actions that only reduce access don't require acceptance of the terms. */
const reducesAccess = { ...takeover, terms: 'any' } as const

export const sessions = {
  end: endpoint({
    name: 'sessions.end',
    method: 'POST',
    path: '/session/logout',
    access: personReads({
      credentials: ['session', 'instance'],
      confined: 'allowed',
      opensToConfinedTokens: true,
      email: 'any',
    }),
    success: { status: 204 },
    summary: 'Ends the credential that is sent: the portal session or the instance token.',
    docs: 'docs/product/hand-off.md#signing-out-of-an-instance',
  }),
  list: endpoint({
    name: 'sessions.list',
    method: 'GET',
    path: '/users/:userId/sessions',
    access: personReads(own),
    params: userParams,
    query: pageQuery,
    success: { status: 200, body: z.array(sessionSchema) },
    summary:
      "Lists the caller's active portal and instance sessions, most recently used first. In pages, the latest sign-in comes first.",
    docs: 'docs/product/sessions.md#where-a-user-is-signed-in',
  }),
  endOne: endpoint({
    name: 'sessions.endOne',
    method: 'DELETE',
    path: '/users/:userId/sessions/:sessionId',
    access: personWrites({ ...reducesAccess, excludesClients: true }),
    params: z.extend(userParams, { sessionId: idSchema }),
    success: { status: 204 },
    errors: ['NotFound'],
    summary:
      'Ends one session. Takes effect at the next request on every process. `POST /session/logout` ends the current one without a fresh sign-in.',
    docs: 'docs/product/sessions.md#where-a-user-is-signed-in',
  }),
  endOthers: endpoint({
    name: 'sessions.endOthers',
    method: 'POST',
    path: '/users/:userId/sessions/end-others',
    access: personWrites({ ...reducesAccess, excludesClients: true }),
    params: userParams,
    success: { status: 200, body: z.object({ endedCount: z.number() }) },
    summary: "Ends all of the caller's sessions except the current one.",
    docs: 'docs/product/sessions.md#where-a-user-is-signed-in',
  }),
  identities: endpoint({
    name: 'sessions.identities',
    method: 'GET',
    path: '/users/:userId/identities',
    access: personReads({ ...own, excludesClients: true }),
    params: userParams,
    success: { status: 200, body: z.array(identitySchema) },
    summary:
      "Lists the ways to sign in to the caller's account, including those that wait for the caller's approval.",
    docs: 'docs/product/account.md#ways-to-sign-in',
  }),
  approveIdentity: endpoint({
    name: 'sessions.approveIdentity',
    method: 'POST',
    path: '/users/:userId/identities/approve',
    access: personWrites(takeover),
    params: userParams,
    body: namedIdentity,
    success: { status: 204 },
    errors: ['NotFound'],
    summary: 'Approves a waiting way to sign in, which can then sign in to the account.',
    docs: 'docs/product/account.md#ways-to-sign-in',
  }),
  removeIdentity: endpoint({
    name: 'sessions.removeIdentity',
    method: 'DELETE',
    path: '/users/:userId/identities',
    access: personWrites({ ...reducesAccess, excludesClients: true }),
    params: userParams,
    body: namedIdentity,
    success: { status: 204 },
    errors: ['NotFound', 'Conflict'],
    summary:
      'Removes a way to sign in from the account and ends its sessions. The last one cannot be removed.',
    docs: 'docs/product/account.md#ways-to-sign-in',
  }),
}

export const sessionsNoun = noun({
  tag: ['Sessions', 'Where a user is signed in, and how they can sign in.'],
  calls: sessions,
})
