/** The terms of service (SPEC sections 2, 4, 7; RULES sections 4 and 11). */
import * as z from 'zod/mini'
import { personWrites } from './access.ts'
import { userSchema } from './account.ts'
import { endpoint } from './endpoint.ts'
import { messages } from './text-rules.ts'

export const legalDocumentSlugs = ['tos', 'privacy', 'cookie', 'trademark', 'open-source'] as const
export type LegalDocumentSlug = (typeof legalDocumentSlugs)[number]

export const legal = {
  agree: endpoint({
    name: 'legal.agree',
    method: 'POST',
    path: '/tos-agreement',
    access: personWrites({ terms: 'any', email: 'any' }),
    body: z.object({ tosVersionId: z.string(messages.required).check(z.minLength(1), z.maxLength(64)) }),
    success: { status: 200, body: z.object({ user: userSchema }) },
    errors: ['Conflict'],
    summary: 'Accepts the terms in force. Only that version is taken; repeating it changes nothing.',
    docs: 'docs/product/legal.md#accepting-the-terms',
  }),
}
