import process from 'node:process'

/**
 * Whether only a sample of the journeys runs, as in `npm test`. It leaves out the tests tagged `@long`, the dark theme of the
 * accessibility checks, and some kinds of outage. Most of these repeat in the browser what faster tests check. `npm run test:long`
 * runs everything.
 */
export const isSample = Boolean(process.env.E2E_SAMPLE)
