import process from 'node:process'

/**
 * Whether only a sample of the journeys runs, as in `npm test`. The rest (the files in `long/`, the tests tagged `@long`, the dark
 * theme, some kinds of outage) repeats in the browser what tests of the API and of pages check. `npm run test:long` runs all.
 */
export const isSample = Boolean(process.env.E2E_SAMPLE)
