/**
 * What routes read of the address without a schema: this part of a route belongs to the entry, where a schema library
 * would weigh on the first page.
 */

/** A search parameter that is a text; undefined for anything else. */
export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A search parameter that is one of a few words; undefined for anything else. */
function oneOf<const T extends string>(value: unknown, words: readonly T[]): T | undefined {
  return words.find((word) => word === value)
}

/** How the user comes back from the link in the verification email. */
export function verificationReturnIn({ verification }: Record<string, unknown>): { verification?: 'done' } {
  return { verification: oneOf(verification, ['done']) }
}

/** Whether the profile's form was asked for. */
export function profileSearchIn({ edit }: Record<string, unknown>): { edit?: true } {
  return { edit: edit === true ? true : undefined }
}

/** How somebody comes back from the pages of the billing provider. */
export interface ProviderReturn {
  problem?: 'unavailable' | 'not-configured'
  checkout?: 'done'
}

export function providerReturnIn({ problem, checkout }: Record<string, unknown>): ProviderReturn {
  return {
    problem: oneOf(problem, ['unavailable', 'not-configured']),
    checkout: oneOf(checkout, ['done']),
  }
}
