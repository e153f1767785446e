/** `npm run dev`: the same as `npm start`, with every change of the sources taken up at once. */
import { endProcessWith } from './processes/end-process-with.ts'
import { runLocally } from './processes/run-locally.ts'

await endProcessWith(runLocally('hot-reload'))
