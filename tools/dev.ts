/** `npm run dev` runs everything with hot reload. */
import { endProcessWith } from './processes/end-process-with.ts'
import { runLocally } from './processes/run-locally.ts'

await endProcessWith(runLocally('hot-reload'))
