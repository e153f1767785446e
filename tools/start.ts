/** `npm start` builds the portal if its sources changed, and runs everything. */
import { endProcessWith } from './processes/end-process-with.ts'
import { runLocally } from './processes/run-locally.ts'

await endProcessWith(runLocally('built'))
