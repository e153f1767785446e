/**
 * Limits on what one account or workspace can have or cause, so that no account can harm another.
 * A count above its limit answers 409 `LimitReached`. A rate, which has a window, answers 429 `TooManyRequests`.
 * Operators change them with `ACCOUNT_LIMITS`. See docs/product/errors.md#limits.
 */

const minute = 60
const hour = 60 * minute
const day = 24 * hour

export const countLimits = {
  workspacesOwned: {
    most: 200,
    sentence: (most: string) =>
      `This account owns ${most} workspaces, which is the limit. Delete a workspace that is no longer needed, then try again.`,
  },
  /** Workspaces that their owner deleted and can still restore. */
  workspacesRestorable: {
    most: 1_000,
    sentence: (most: string) =>
      `This account deleted ${most} workspaces within 30 days, which is the limit. Restore a workspace instead of creating one, or try again later.`,
  },
  /** Members and open invitations together. */
  membersOfWorkspace: {
    most: 2_000,
    sentence: (most: string) =>
      `This workspace has ${most} members and open invitations, which is the limit. Remove a member or withdraw an invitation, then try again.`,
  },
  /** Tokens that are neither revoked nor expired. */
  tokensOfWorkspace: {
    most: 1_000,
    sentence: (most: string) =>
      `This workspace has ${most} active API tokens, which is the limit. Revoke a token you no longer need, then try again.`,
  },
  serviceAccountsOfWorkspace: {
    most: 100,
    sentence: (most: string) =>
      `This workspace has ${most} service accounts, which is the limit. Delete a service account you no longer need, then try again.`,
  },
  trustRulesOfServiceAccount: {
    most: 50,
    sentence: (most: string) =>
      `This service account has ${most} trust rules, which is the limit. Delete a trust rule you no longer need, then try again.`,
  },
} as const

/** The server adds when the caller can try again. */
export const usageLimits = {
  mailsOfAccount: {
    most: 500,
    windowSeconds: hour,
    sentence: (most: string) => `Your actions sent ${most} emails within an hour, which is the limit.`,
  },
  /** Counts invitations, changed roles and ownership offers of one workspace. */
  mailsToAddress: {
    most: 5,
    windowSeconds: day,
    sentence: (most: string) =>
      `This workspace sent ${most} emails to this address within a day, which is the limit.`,
  },
  /** Counts invitations from all workspaces of one account, to one address that never accepted an invitation from it. */
  mailsToStranger: {
    most: 10,
    windowSeconds: day,
    sentence: (most: string) =>
      `You sent ${most} invitations to this address within a day without an acceptance, which is the limit.`,
  },
  /** Calls that reach the identity or the billing provider. */
  providerCalls: {
    most: 20,
    windowSeconds: 10 * minute,
    sentence: (most: string) =>
      `You sent this kind of request ${most} times within ten minutes, which is the limit.`,
  },
} as const

/** Repeated changes within these minutes are mailed once. */
export const repeatedMailMinutes = 10

export type CountLimitName = keyof typeof countLimits
export type UsageLimitName = keyof typeof usageLimits
export type AccountLimitName = CountLimitName | UsageLimitName

export const accountLimits = { ...countLimits, ...usageLimits }

export const isAccountLimitName = (name: string): name is AccountLimitName =>
  Object.hasOwn(accountLimits, name)

const wholeNumber = new Intl.NumberFormat('en-US')

/** The error message for exceeding the limit `most`. */
export const limitSentence = (name: AccountLimitName, most: number): string =>
  accountLimits[name].sentence(wholeNumber.format(most))
