/** The terms of service. See docs/product/legal.md#accepting-the-terms. */
import * as z from 'zod/mini'
import { personWrites } from '../access.ts'
import { userSchema } from '../account/account.ts'
import { endpoint } from '../endpoint.ts'
import { noun } from '../noun.ts'
import { filledLineOf } from '../text/text-rules.ts'

export const legal = {
  agree: endpoint({
    name: 'legal.agree',
    method: 'POST',
    path: '/tos-agreement',
    access: personWrites({ terms: 'any', email: 'any' }),
    body: z.object({ tosVersionId: filledLineOf(64) }),
    success: { status: 200, body: z.object({ user: userSchema }) },
    errors: ['Conflict'],
    summary: 'Accepts the terms in force. Any other version is refused. Idempotent.',
    docs: 'docs/product/legal.md#accepting-the-terms',
  }),
}

export const legalNoun = noun({
  tag: ['Legal', 'The terms of service.'],
  calls: legal,
})
