/** The summary and the description of a call. */
import type { Endpoint } from '@portal/contract/endpoint'
import { workspaceRoles } from '@portal/contract/members/roles'
import { type RateLimit, rateLimitOf, rateLimits } from '@portal/contract/rate-limits'
import { formatDuration } from '@portal/contract/text/time-string'

const wholeNumber = new Intl.NumberFormat('en-US')

/** Splits a text after its first sentence. */
function splitSentences(text: string): [first: string, rest: string] {
  const end = text.search(/\.\s+(?=[A-Z`])/)
  return end < 0 ? [text.replace(/\.$/, ''), ''] : [text.slice(0, end), text.slice(end + 1).trim()]
}

export const summaryOf = ({ summary }: Endpoint): string => splitSentences(summary)[0]

function accessSentences({ access }: Endpoint): string[] {
  const sentences: string[] = []
  if (access.staff) sentences.push('Only staff may make this call.')
  if (access.workspace) {
    const roles = access.workspace.right.roles
    sentences.push(
      roles.length === workspaceRoles.length
        ? 'Every member of the workspace may make this call.'
        : `Requires the role ${roles.map((role) => `\`${role}\``).join(' or ')} in the workspace.`,
    )
  }
  if (access.self) sentences.push("`userId` must be the caller's id.")
  if (access.email === 'verified') sentences.push('Requires a verified email address.')
  if (access.terms === 'current') sentences.push('Requires acceptance of the terms in force.')
  if (access.freshSignIn) sentences.push('Requires a fresh sign-in (docs/product/sign-in.md#fresh-sign-in).')
  if (access.excludesClients) sentences.push('Command-line sessions may not make this call.')
  return sentences
}

function limitSentence(call: Endpoint): string {
  const name = rateLimitOf(call)
  if (!name) return ''
  const { windowSeconds, perAddress, invalidPerAddress, perAccount }: RateLimit = rateLimits[name]
  const limits = [
    [perAccount, 'calls per account'],
    [perAddress, 'calls per IP address'],
    [invalidPerAddress, 'calls with an invalid code per IP address'],
  ] as const
  const parts = limits.flatMap(([most, what]) =>
    most === undefined ? [] : [`${wholeNumber.format(most)} ${what}`],
  )
  return `Rate limit: ${parts.join(' and ')} within ${formatDuration(windowSeconds * 1_000)}.`
}

export function descriptionOf(call: Endpoint): string {
  return [
    splitSentences(call.summary)[1],
    accessSentences(call).join(' '),
    call.isIdempotent ? 'A repeated request with the same `Idempotency-Key` changes nothing.' : '',
    limitSentence(call),
    `Handbook: ${call.docs}`,
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}
