/**
 * Asks whether the account of an address belongs to the user who just proved the address. See
 * docs/product/account.md#is-it-yours. The calls need no session: a cookie of the sign-in names the question.
 */
import * as z from 'zod/mini'
import { publicAccess } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { accountJoinListMax } from '../limits.ts'
import { noun } from '../noun.ts'
import { idSchema, isoDateTimeSchema } from '../text/text-rules.ts'

export const accountJoinSchema = z.object({
  email: z.string(),
  /** When the account was opened. */
  openedAt: isoDateTimeSchema,
  /** The ways to sign in that the account has, such as `GitHub`. The first one opened it. */
  ways: z.array(z.string()),
  /** The way that the user just signed in with. */
  newWay: z.string(),
  /** The workspaces that the account owns. */
  workspaces: z.array(z.object({ id: z.string(), displayName: z.string(), memberCount: z.number() })),
  /** The people whom the account invited: open invitations, and members who accepted one. */
  people: z.array(
    z.object({
      invitationId: z.string(),
      email: z.string(),
      workspaceName: z.string(),
      isMember: z.boolean(),
    }),
  ),
})
export type AccountJoin = z.infer<typeof accountJoinSchema>

const docs = 'docs/product/account.md#is-it-yours'

export const accountJoins = {
  read: endpoint({
    name: 'accountJoins.read',
    method: 'GET',
    path: '/account-join',
    access: publicAccess,
    success: { status: 200, body: accountJoinSchema },
    errors: ['NotFound'],
    summary: "Returns the account with the user's address that was opened before the address was verified.",
    docs,
  }),
  confirm: endpoint({
    name: 'accountJoins.confirm',
    method: 'POST',
    path: '/account-join/yes',
    access: publicAccess,
    success: { status: 204 },
    errors: ['NotFound', 'CrossSiteRequest'],
    summary:
      'Says that the account belongs to the user. The way to sign in joins it once the user has signed in to it: `GET /auth/login?join=1`.',
    docs,
  }),
  deny: endpoint({
    name: 'accountJoins.deny',
    method: 'POST',
    path: '/account-join/no',
    access: publicAccess,
    body: z.object({ keepInvitationIds: z.array(idSchema).check(z.maxLength(accountJoinListMax)) }),
    success: { status: 204 },
    errors: ['NotFound', 'CrossSiteRequest', 'Conflict'],
    summary:
      'Says that another person opened the account. Ends all access to it, clears it and hands it to the user. People whom the account invited are removed, except those in `keepInvitationIds`. Staff can undo this for 30 days.',
    docs,
  }),
}

export const accountJoinsNoun = noun({
  tag: ['Account joins', 'Answer whether an existing account with the same address is yours.'],
  calls: accountJoins,
})
