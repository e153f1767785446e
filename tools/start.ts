/** `npm start`: builds the portal when its sources have changed, and runs everything as a user meets it. */
import { endProcessWith } from './local-run/end-process-with.ts'
import { runLocally } from './local-run/run-locally.ts'

await endProcessWith(runLocally('built'))
