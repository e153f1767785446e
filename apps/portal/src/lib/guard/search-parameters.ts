/**
 * Parses search parameters without a schema library. This part of a route is in the entry chunk, where a library would
 * slow down the first page.
 */

/** Returns a search parameter if it is a string. */
export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Returns a port number, or 0 for any other value, which the page refuses. */
export function portIn(value: unknown): number | undefined {
  if (value === undefined) return undefined
  return typeof value === 'number' ? value : 0
}

/** Returns a search parameter if it is one of the given words. */
function oneOf<const T extends string>(value: unknown, words: readonly T[]): T | undefined {
  return words.find((word) => word === value)
}

/** The search parameter set by the link in the verification email. */
export function verificationReturnIn({ verification }: Record<string, unknown>): { verification?: 'done' } {
  return { verification: oneOf(verification, ['done']) }
}

/** The text that a list is searched for when it opens. */
export function findIn({ find }: Record<string, unknown>): { find?: string } {
  return { find: textIn(find) }
}

/** The user that the access review is filtered to. */
export function personIn({ person }: Record<string, unknown>): { person?: string } {
  return { person: textIn(person) }
}

/** The webhook whose deliveries are shown. */
export function webhookIn({ webhook }: Record<string, unknown>): { webhook?: string } {
  return { webhook: textIn(webhook) }
}

const connectKeys = ['serviceAccountId', 'trustRuleId', 'provider', 'place', 'branch', 'environment'] as const

/**
 * A pipeline that is being connected. The rule and its service account exist once the form was sent. `place` is the repository,
 * project or pipeline.
 */
export type ConnectSearch = Partial<Record<(typeof connectKeys)[number], string>>

export const connectSearchIn = (search: Record<string, unknown>): ConnectSearch =>
  Object.fromEntries(connectKeys.map((key) => [key, textIn(search[key])]))

/** Whether the user asked for the profile form. */
export function profileSearchIn({ edit }: Record<string, unknown>): { edit?: true } {
  return { edit: edit === true ? true : undefined }
}

/** The search parameters set when the user returns from the billing provider. */
export interface ProviderReturn {
  problem?: 'unavailable' | 'not-configured' | 'too-many' | 'failed'
  checkout?: 'done'
}

export function providerReturnIn({ problem, checkout }: Record<string, unknown>): ProviderReturn {
  return {
    problem: oneOf(problem, ['unavailable', 'not-configured', 'too-many', 'failed']),
    checkout: oneOf(checkout, ['done']),
  }
}
