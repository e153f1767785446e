/** Rates of what one account or workspace may cause. A rate above its limit answers 429 `TooManyRequests`. See docs/product/errors.md#limits. */

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** The server adds when the caller can try again. */
export const usageLimits = {
  mailsOfAccount: {
    most: 500,
    windowSeconds: hour,
    counts: 'emails that the actions of one account send',
    sentence: (most: string) => `Your actions sent ${most} emails within an hour, which is the limit.`,
  },
  mailsToAddress: {
    most: 5,
    windowSeconds: day,
    counts:
      'emails of one workspace to one address: invitations, changed roles, removals, ownership offers, moved API tokens, and new API tokens and service accounts',
    sentence: (most: string) =>
      `This workspace sent ${most} emails to this address within a day, which is the limit.`,
  },
  mailsToStranger: {
    most: 10,
    windowSeconds: day,
    counts:
      "invitations from one account, in all its workspaces, to one address that never accepted an invitation from it; `+tag` in the address doesn't make it another one",
    sentence: (most: string) =>
      `You sent ${most} invitations to this address within a day without an acceptance, which is the limit.`,
  },
  providerCalls: {
    most: 20,
    windowSeconds: 10 * minute,
    counts: 'calls of an account that reach the identity or the billing provider',
    sentence: (most: string) =>
      `You sent this kind of request ${most} times within ten minutes, which is the limit.`,
  },
} as const

export type UsageLimitName = keyof typeof usageLimits
