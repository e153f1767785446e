/** `npm run dev`: the same as `npm start`, with every change of the sources taken up at once. */
import { endProcessWith } from './local-run/end-process-with.ts'
import { runLocally } from './local-run/run-locally.ts'

await endProcessWith(runLocally('hot-reload'))
