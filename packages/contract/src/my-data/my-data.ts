/** Downloading a user's data and deleting the account. See docs/product/account.md#downloading-data. */
import * as z from 'zod/mini'
import { personReads, personWrites } from '../access.ts'
import { userParams } from '../account/account.ts'
import { endpoint } from '../endpoint.ts'
import { emailMaxLength } from '../limits.ts'
import { leftBehindSchema } from '../members/members.ts'
import { noun } from '../noun.ts'
import { lineOf } from '../text/text-rules.ts'

/** A workspace that blocks the deletion of an account, because it would be left without an owner. */
const blockingWorkspace = z.object({ id: z.string(), displayName: z.string(), memberCount: z.number() })

/** What a user can do about the workspaces that block the deletion of their account. */
export const blockedDeletionAdvice =
  'Offer ownership of each workspace to another member, remove its other members, or delete it. An offer must be accepted before you can delete your account.'

export const myData = {
  download: endpoint({
    name: 'myData.download',
    method: 'GET',
    path: '/users/:userId/data',
    // The data includes billing, which command-line sessions may not read.
    access: personReads({ self: 'userId', email: 'any', excludesClients: true }),
    params: userParams,
    rateLimit: 'download',
    success: { status: 200, body: z.record(z.string(), z.unknown()) },
    summary: 'Downloads all data stored about the caller as JSON. Contains no secrets.',
    docs: 'docs/product/account.md#downloading-data',
  }),
  deletionPreview: endpoint({
    name: 'myData.deletionPreview',
    method: 'GET',
    path: '/users/:userId/deletion',
    access: personReads({ self: 'userId', email: 'any' }),
    params: userParams,
    success: {
      status: 200,
      body: z.object({
        /** The caller's workspaces with other members. */
        blockedBy: z.array(blockingWorkspace),
        /** Workspaces that would be deleted with the account. */
        goesWith: z.array(z.object({ id: z.string(), displayName: z.string() })),
        /** What the caller leaves behind in other workspaces, if anything. The invitations are withdrawn. */
        leftBehind: z.array(
          z.extend(leftBehindSchema, {
            workspace: z.object({ id: z.string(), displayName: z.string() }),
          }),
        ),
      }),
    },
    summary:
      'Lists the workspaces that would be deleted with the account, those that block its deletion, and what the caller would leave behind in others.',
    docs: 'docs/product/account.md#deleting-the-account',
  }),
  deleteAccount: endpoint({
    name: 'myData.deleteAccount',
    method: 'DELETE',
    path: '/users/:userId',
    access: personWrites({
      self: 'userId',
      email: 'any',
      terms: 'any',
      freshSignIn: true,
      excludesClients: true,
    }),
    params: userParams,
    body: z.object({
      /** The account's email address, typed to confirm. */
      confirmation: lineOf(emailMaxLength),
    }),
    success: { status: 204 },
    errors: ['Conflict'],
    summary:
      'Deletes the account and every workspace where the caller is the only member, and withdraws the invitations that the caller sent. Staff can restore the account and its workspaces for 30 days.',
    docs: 'docs/product/account.md#deleting-the-account',
  }),
}

export const myDataNoun = noun({
  tag: ['My data', "Download the user's data, or delete the account."],
  calls: myData,
})
