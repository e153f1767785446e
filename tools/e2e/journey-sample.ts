import process from 'node:process'

/**
 * Whether only a sample of the journeys runs, as in `npm test`. It leaves out the tests tagged `@long`, the dark theme of the
 * accessibility checks, and some kinds of outage. Faster tests check most of the same, except the color contrast of most whole pages.
 * `npm run test:long` runs everything.
 */
export const isSample = Boolean(process.env.E2E_SAMPLE)
