import process from 'node:process'

/** Whether `npm run test:long` runs the journeys: with every kind of outage, and accessibility in both themes. */
export const isLongRun = Boolean(process.env.E2E_LONG)
