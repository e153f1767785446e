/** What is held about a person, and the way out (RULES sections 4 and 9). */
import * as z from 'zod/mini'
import { personReads, personWrites } from './access.ts'
import { userParams } from './account.ts'
import { endpoint } from './endpoint.ts'
import { emailMaxLength } from './limits.ts'
import { messages } from './text-rules.ts'

/** A workspace that keeps an account from being deleted: its last owner would be gone. */
const blockingWorkspace = z.object({ id: z.string(), displayName: z.string(), memberCount: z.number() })

export const myData = {
  download: endpoint({
    name: 'myData.download',
    method: 'GET',
    path: '/users/:userId/data',
    access: personReads({ self: 'userId', email: 'any', confined: 'when-suspended' }),
    params: userParams,
    rateLimit: 'download',
    success: { status: 200, body: z.record(z.string(), z.unknown()) },
    summary: 'Everything held about the person, as JSON. No secret is in it.',
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
        /** Owned workspaces with other members: they must get another owner first. */
        blockedBy: z.array(blockingWorkspace),
        /** Workspaces that go with the account. */
        goesWith: z.array(z.object({ id: z.string(), displayName: z.string() })),
      }),
    },
    summary: 'What a deletion would take with it, and what stands against it.',
    docs: 'docs/product/account.md#deleting-the-account',
  }),
  deleteAccount: endpoint({
    name: 'myData.deleteAccount',
    method: 'DELETE',
    path: '/users/:userId',
    access: personWrites({ self: 'userId', email: 'any', terms: 'any' }),
    params: userParams,
    body: z.object({
      /** The account's e-mail, typed. */
      confirmation: z.string(messages.required).check(z.maxLength(emailMaxLength)),
    }),
    success: { status: 204 },
    errors: ['Conflict'],
    summary: 'Deletes the account and the workspaces that only it uses. Staff can restore it for 30 days.',
    docs: 'docs/product/account.md#deleting-the-account',
  }),
}
