/** Browser navigations for signing in and out. See docs/product/sign-in.md#signing-in-and-up. */
import * as z from 'zod/mini'
import { publicAccess } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { noun } from '../noun.ts'
import { lineOf } from '../text/text-rules.ts'

const shortText = lineOf(2_048)
/** A port of the user's computer that needs no administrator rights, as text. */
const localPortText = z
  .string()
  .check(z.refine((text) => /^\d{4,5}$/.test(text) && Number(text) >= 1_024 && Number(text) <= 65_535))

export const signIn = {
  start: endpoint({
    name: 'signIn.start',
    method: 'GET',
    path: '/auth/login',
    access: publicAccess,
    query: z.object({
      signup: z.optional(shortText),
      reauthenticate: z.optional(shortText),
      join: z.optional(shortText),
      cli_redir: z.optional(localPortText),
    }),
    rateLimit: 'signIn',
    success: { status: 302 },
    errors: ['IdentityProviderUnavailable'],
    summary:
      "Redirects the browser to the identity provider. `signup=1` opens its sign-up form. `reauthenticate=1` makes the user of the current session sign in again. `join=1` makes a user sign in to the account that they said is theirs. `cli_redir` is the port of a CLI on the user's computer that wants to sign in.",
    docs: 'docs/product/sign-in.md#signing-in-and-up',
  }),
  callback: endpoint({
    name: 'signIn.callback',
    method: 'GET',
    path: '/auth/login-callback',
    access: publicAccess,
    query: z.object({
      code: z.optional(shortText),
      state: z.optional(shortText),
      iss: z.optional(shortText),
      session_state: z.optional(shortText),
      error: z.optional(shortText),
      error_description: z.optional(shortText),
    }),
    rateLimit: 'signInCallback',
    success: { status: 302 },
    errors: ['SignInFailed', 'IdentityProviderUnavailable'],
    summary: "Receives the identity provider's response and starts the portal session.",
    docs: 'docs/product/sign-in.md#signing-in-and-up',
  }),
  end: endpoint({
    name: 'signIn.end',
    method: 'GET',
    path: '/auth/logout',
    access: publicAccess,
    success: { status: 302 },
    summary: 'Ends the portal session, then the session at the identity provider.',
    docs: 'docs/product/sign-in.md#signing-out',
  }),
  ended: endpoint({
    name: 'signIn.ended',
    method: 'GET',
    path: '/auth/logout-callback',
    access: publicAccess,
    success: { status: 302 },
    summary:
      "Receives the browser from the identity provider after sign-out and redirects to the portal's confirmation page.",
    docs: 'docs/product/sign-in.md#signing-out',
  }),
}

export const signInNoun = noun({
  tag: ['Sign in', 'Pages that a browser opens to sign in and out.'],
  calls: signIn,
})
