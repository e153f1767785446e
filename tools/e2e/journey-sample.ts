import process from 'node:process'

/**
 * Whether only a sample of the journeys runs, as in `npm test`. It leaves out the files in `long/`, the tests tagged `@long`, the
 * dark theme and some kinds of outage. Most of these repeat in the browser what faster tests check. The accessibility of many
 * pages is checked only by `npm run test:long`, which runs everything.
 */
export const isSample = Boolean(process.env.E2E_SAMPLE)
