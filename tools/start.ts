/**
 * `npm start` builds the portal if its sources changed, and runs everything. `npm run dev` runs everything with hot reload.
 */
import process from 'node:process'
import { runLocally } from './processes/run-locally.ts'

process.exit(await runLocally(process.argv.includes('--hot-reload') ? 'hot-reload' : 'built'))
