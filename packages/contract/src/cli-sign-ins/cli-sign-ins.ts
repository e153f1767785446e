/** Approves the sign-ins of command-line tools. See docs/product/command-line.md#approving. */
import * as z from 'zod/mini'
import { personReads, personWrites, publicAccess } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { messages } from '../messages.ts'
import { noun } from '../noun.ts'
import { atMost, isOneLine, isoDateTimeSchema } from '../text/text-rules.ts'

/** A pending sign-in. */
export const cliSignInSchema = z.object({
  userCode: z.string(),
  clientName: z.string(),
  /** The program and system from a list of known names, because the tool could describe itself as anything. */
  device: z.string(),
  ipAddress: z.nullable(z.string()),
  /** Whether the sign-in request came from the same IP address as this call. */
  isSameAddress: z.boolean(),
  createdAt: isoDateTimeSchema,
  expiresAt: isoDateTimeSchema,
})
export type CliSignIn = z.infer<typeof cliSignInSchema>

/** Eight letters. A dash, spaces and lower case are accepted. */
const userCodeParams = z.object({
  userCode: z.string().check(
    ...atMost(32, 'Enter the 8 letters that the command line shows.'),
    z.refine(
      (text) => isOneLine(text) && normalizeUserCode(text).length === 8,
      'Enter the 8 letters that the command line shows.',
    ),
  ),
})

/** The code as it is stored: upper-case letters without a dash. */
export function normalizeUserCode(text: string): string {
  return text.toUpperCase().replace(/[^A-Z]/g, '')
}

/** A port on the user's own computer that needs no administrator rights. */
export const localPortSchema = z
  .int('Enter a port from 1024 to 65535.')
  .check(z.gte(1_024, 'Enter a port from 1024 to 65535.'), z.lte(65_535, 'Enter a port from 1024 to 65535.'))

export const cliSignIns = {
  read: endpoint({
    name: 'cliSignIns.read',
    method: 'GET',
    path: '/cli-sign-ins/:userCode',
    access: personReads({ excludesClients: true }),
    params: userCodeParams,
    rateLimit: 'cliSignIn',
    success: { status: 200, body: cliSignInSchema },
    errors: ['NotFound'],
    summary: 'Returns the pending sign-in that a code belongs to.',
    docs: 'docs/product/command-line.md#approving',
  }),
  approve: endpoint({
    name: 'cliSignIns.approve',
    method: 'POST',
    path: '/cli-sign-ins/:userCode/approve',
    access: personWrites({ excludesClients: true, freshSignIn: true }),
    params: userCodeParams,
    rateLimit: 'cliSignIn',
    success: { status: 204 },
    errors: ['NotFound'],
    summary: "Approves the sign-in with the caller's account. A code can be answered once.",
    docs: 'docs/product/command-line.md#approving',
  }),
  deny: endpoint({
    name: 'cliSignIns.deny',
    method: 'POST',
    path: '/cli-sign-ins/:userCode/deny',
    access: personWrites({ terms: 'any', excludesClients: true }),
    params: userCodeParams,
    rateLimit: 'cliSignIn',
    success: { status: 204 },
    errors: ['NotFound'],
    summary: 'Denies the sign-in. The tool gets an error, and the code stops working.',
    docs: 'docs/product/command-line.md#approving',
  }),
  approveLocal: endpoint({
    name: 'cliSignIns.approveLocal',
    method: 'POST',
    path: '/cli-sign-ins',
    access: personWrites({ excludesClients: true, freshSignIn: true }),
    body: z.object({ port: localPortSchema }),
    rateLimit: 'cliSignIn',
    success: { status: 200, body: z.object({ redirectTo: z.string() }) },
    summary:
      "Signs in the `si` CLI with the caller's account. Returns the URL of the CLI on the user's computer, with a nonce that works once within 60 seconds.",
    docs: 'docs/product/command-line.md#the-platforms-cli',
  }),
  redeem: endpoint({
    name: 'cliSignIns.redeem',
    method: 'GET',
    path: '/auth/cli-auth-api-token',
    access: publicAccess,
    query: z.object({
      nonce: z
        .string('The nonce is missing.')
        .check(
          z.minLength(1, 'The nonce is missing.'),
          ...atMost(512),
          z.refine(isOneLine, messages.oneLine),
        ),
    }),
    rateLimit: 'handoff',
    isSingleUse: true,
    success: { status: 200, body: z.object({ token: z.string() }) },
    errors: ['InvalidCode'],
    summary: 'Returns the token of an approved sign-in, once.',
    docs: 'docs/product/command-line.md#the-platforms-cli',
  }),
}

export const cliSignInsNoun = noun({
  tag: ['CLI sign-ins', 'Approve or deny the sign-in of a command-line tool.'],
  calls: cliSignIns,
})
