/**
 * The limits and constants that the API and the portal share. Names of durations include their unit. Lengths of text are in
 * characters, as `isTooLong` counts them.
 */

import { dayMs } from './durations.ts'

export const displayNameMaxLength = 500
export const descriptionMaxLength = 5_000
export const instanceUrlMaxLength = 2_048
export const personNameMaxLength = 256
export const pictureUrlMaxLength = 2_048
export const emailMaxLength = 254
/** The part before the `@`. */
export const emailNameMaxLength = 64
export const discordUsernameMaxLength = 40
export const githubUsernameMaxLength = 39
export const reasonMaxLength = 1_000
export const requiredReasonMinLength = 10
export const timestampMaxLength = 40
export const adminCreationFieldMaxLength = 500
export const adminIdFieldMaxLength = 26
export const tokenNameMaxLength = 100
export const serviceAccountNameMaxLength = 100
export const serviceAccountDescriptionMaxLength = 500
export const claimValueMaxLength = 500
/** The `si` CLI can't refresh its token. */
export const siCliSessionDays = 30
/** For callers that send no expiration, such as the platform's CLI. */
export const defaultTokenExpiration = '30d'
export const tokenExpirationMaxLength = 99
export const timeStringMaxLength = 100
export const tokenLifetimeMinMs = 60_000
export const redirectPathMaxLength = 2_048
export const ulidLength = 26

export const buildCheckIntervalMs = 120_000
export const logoutDelayMs = 500
export const inviteConfirmationMs = 20_000
export const profileReloadAfterMs = 10_000
export const tokenClockRefreshMs = 5_000
export const requestTimeoutMs = 0

export const listPageMaxSize = 1_000
/** The rows that an activity or staff log returns without `limit`. */
export const logPageDefaultSize = 100
export const activitySearchMaxLength = 200
/** A search or an event filter of the activity covers only the latest events, so that it stays fast in a log of any length. */
export const activitySearchMaxEvents = 100_000
/** Fits the encrypted key of a row with the longest email address. */
export const listCursorMaxLength = 2_000

export const invitationLifetimeDays = 14
export const ownershipOfferLifetimeDays = 14
export const restorableDays = 30
export const restorableMs = restorableDays * dayMs
/** A command-line session ends after this many days, however often it is refreshed. */
export const commandLineSessionMaxDays = 90
/** A user sees a look-up by staff after this many days. */
export const lookUpShownAfterDays = 30
export const rotationOverlapMaxDays = 30
/** A time string. */
export const rotationOverlapDefault = '24h'
export const tokenRefusalsKept = 100
export const tokenExpiryNoticeDays = [30, 7, 1] as const

export const handoffCodeLifetimeMs = 60_000
export const signInAttemptLifetimeMs = 600_000
export const accountJoinLifetimeMs = 900_000
/** The workspaces, and the invited people, of an account that `accountJoins.read` returns. */
export const accountJoinListMax = 1_000

export const loginRedirectStorageKey = 'SI-LOGIN-REDIRECT'
export const requestKeySeparator = '%'
export const trackedEventPrefix = 'ap-'
export const trialLabelDays = 30
export const envTypeOrder = ['SI', 'PRIVATE', 'LOCAL'] as const

export const xsrfCookieName = 'XSRF-TOKEN'
export const xsrfHeaderName = 'X-XSRF-TOKEN'
/** The id of the account that the portal's page was loaded for. */
export const accountHeaderName = 'x-account-id'
export const requestUlidHeaderName = 'request-ulid'
/** The name that the platform's workspace instances use for the same header. */
export const instanceRequestUlidHeaderName = 'x-si-request-ulid'
/** Identifies retries of one request. Takes precedence over the request ulid. */
export const idempotencyKeyHeaderName = 'idempotency-key'
/** Cookie in which the platform's Rust client sends an instance or API token. */
export const tokenCookieName = 'si-auth'

/** How long a browser that signed in is remembered. See docs/product/sessions.md#new-devices. */
export const deviceLifetimeDays = 365
/** Repeated changes within these minutes are mailed once. */
export const repeatedMailMinutes = 10
