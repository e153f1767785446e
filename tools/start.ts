/** `npm start`: builds the portal when its sources have changed, and runs everything as a user meets it. */
import { endProcessWith } from './processes/end-process-with.ts'
import { runLocally } from './processes/run-locally.ts'

await endProcessWith(runLocally('built'))
