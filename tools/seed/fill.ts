import { sql } from 'drizzle-orm'
import type { Database } from '../../apps/api/src/db/database.ts'
import { type FillPlan, peopleStatements, workspaceStatements } from './fill-statements.ts'

const rowsPerBatch = 50_000

/**
 * Fills the database with users and workspaces that satisfy every constraint, fast enough for a million. Can be
 * repeated, also with larger numbers. Each batch is one transaction.
 */
export async function fill(
  database: Database,
  plan: FillPlan,
  log: (message: string) => void = () => {},
): Promise<void> {
  const startedAt = performance.now()
  await inBatches(database, 'people', plan.users, (from, to) => peopleStatements(plan, from, to), log)
  await inBatches(
    database,
    'workspaces',
    plan.workspaces,
    (from, to) => workspaceStatements(plan, from, to),
    log,
  )
  // The planner needs new statistics after a million inserts.
  await database.orm.execute(sql.raw('analyze'))
  log(`Done in ${Math.round((performance.now() - startedAt) / 1_000)} s.`)
}

async function inBatches(
  database: Database,
  what: string,
  count: number,
  statements: (from: number, to: number) => string[],
  log: (message: string) => void,
): Promise<void> {
  const startedAt = performance.now()
  for (let from = 1; from <= count; from += rowsPerBatch) {
    const to = Math.min(count, from + rowsPerBatch - 1)
    await database.transaction(async (tx) => {
      for (const statement of statements(from, to)) await tx.execute(sql.raw(statement))
    })
    const perSecond = Math.round(to / ((performance.now() - startedAt) / 1_000))
    log(
      `${what}: ${to.toLocaleString('en')} of ${count.toLocaleString('en')} (${perSecond.toLocaleString('en')}/s)`,
    )
  }
}
