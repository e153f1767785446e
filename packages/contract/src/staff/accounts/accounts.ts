/** Staff calls that restore an account, end its sessions or revoke its tokens. See docs/product/staff.md#sessions-and-tokens. */
import * as z from 'zod/mini'
import { userParams } from '../../account/account.ts'
import { endpoint } from '../../endpoint.ts'
import { noun } from '../../noun.ts'
import { reasonSchema } from '../../text/text-rules.ts'
import { staffWrites, userRecordSchema } from '../staff-calls.ts'

export const staffAccounts = {
  restore: endpoint({
    name: 'staffAccounts.restore',
    method: 'POST',
    path: '/users/:userId/restore',
    access: staffWrites,
    params: userParams,
    body: z.object({ reason: reasonSchema }),
    success: { status: 200, body: z.object({ user: userRecordSchema }) },
    errors: ['NotFound', 'Conflict'],
    summary:
      'Restores an account deleted at most 30 days ago, with the workspaces that were deleted with it.',
    docs: 'docs/product/account.md#deleting-the-account',
  }),
  endSessions: endpoint({
    name: 'staffAccounts.endSessions',
    method: 'POST',
    path: '/users/:userId/end-sessions',
    access: staffWrites,
    params: userParams,
    body: z.object({ reason: reasonSchema }),
    success: { status: 200, body: z.object({ endedCount: z.number() }) },
    errors: ['NotFound', 'Conflict'],
    summary:
      'Ends every session of an account: in browsers, in command-line tools and on instances. API tokens continue to work. Staff cannot end their own sessions with this call.',
    docs: 'docs/product/staff.md#sessions-and-tokens',
  }),
  undoJoin: endpoint({
    name: 'staffAccounts.undoJoin',
    method: 'POST',
    path: '/users/:userId/undo-join',
    access: staffWrites,
    params: userParams,
    body: z.object({ reason: reasonSchema }),
    success: { status: 200, body: z.object({ user: userRecordSchema }) },
    errors: ['NotFound', 'Conflict'],
    summary:
      'Gives an account back that the owner of its address said another person had opened, at most 30 days ago. Restores its ways to sign in, profile, workspaces, people and tokens, and ends the access of the new owner.',
    docs: 'docs/product/account.md#is-it-yours',
  }),
  revokeTokens: endpoint({
    name: 'staffAccounts.revokeTokens',
    method: 'POST',
    path: '/users/:userId/revoke-tokens',
    access: staffWrites,
    params: userParams,
    body: z.object({ reason: reasonSchema }),
    success: { status: 200, body: z.object({ revokedCount: z.number() }) },
    errors: ['NotFound', 'Conflict'],
    summary:
      'Revokes every API token that acts for a user. Tokens of service accounts continue to work. Staff cannot revoke their own tokens with this call.',
    docs: 'docs/product/staff.md#sessions-and-tokens',
  }),
}

export const staffAccountsNoun = noun({
  tag: ['Staff: accounts', 'Restore accounts, end sessions and revoke tokens.'],
  calls: staffAccounts,
})
