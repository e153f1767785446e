/** The process of the local run that owns the local PostgreSQL. */
import { resolve } from 'node:path'
import process from 'node:process'
import { sentenceOf } from './cluster.ts'
import { startLocalPostgres } from './local-postgres.ts'
import { LocalPostgresProblem } from './programs.ts'

let isStopping = false
const isAskedToStop = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      isStopping = true
      resolve()
    })
})

try {
  const server = await startLocalPostgres(resolve(process.env.DATA_DIR || '.data'), console.log)
  process.send?.('ready')
  await Promise.race([isAskedToStop, server.ended])
  if (!isStopping) throw new LocalPostgresProblem('PostgreSQL has ended unexpectedly.')
  server.stop()
  process.exit(0)
} catch (error) {
  // A stop during the start also ends PostgreSQL's programs.
  if (isStopping) process.exit(0)
  console.error(error instanceof LocalPostgresProblem ? error.message : sentenceOf(String(error)))
  process.exit(1)
}
