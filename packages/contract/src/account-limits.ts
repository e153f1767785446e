/**
 * Limits on what one account or workspace can have or cause, so that no account can harm another. Operators change them with
 * `ACCOUNT_LIMITS`. See docs/product/errors.md#limits.
 */
import type { Limit, Noun } from './noun.ts'
import { nouns } from './nouns.ts'
import { type UsageLimitName, usageLimits } from './usage-limits.ts'

type LimitOf<N> = N extends { limits: infer Limits } ? keyof Limits & string : never
export type CountLimitName = LimitOf<(typeof nouns)[number]>
export type AccountLimitName = CountLimitName | UsageLimitName

export const countLimits: Readonly<Record<CountLimitName, Limit>> = Object.assign(
  {},
  ...nouns.map((one: Noun) => one.limits),
)
export const accountLimits: Readonly<Record<AccountLimitName, Limit>> = { ...countLimits, ...usageLimits }

export const isAccountLimitName = (name: string): name is AccountLimitName =>
  Object.hasOwn(accountLimits, name)

const wholeNumber = new Intl.NumberFormat('en-US')

/** The error message for exceeding the limit `most`. */
export const limitSentence = (name: AccountLimitName, most: number): string =>
  accountLimits[name].sentence(wholeNumber.format(most))
