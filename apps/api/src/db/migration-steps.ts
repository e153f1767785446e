/** Reads the migrations and divides each into steps that can be repeated after a failure. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface MigrationStep {
  /** The file's name and the part, for log lines. */
  name: string
  /** Recorded in the database as `created_at`. Steps with a lower or equal number have been applied. */
  at: number
  hash: string
  statements: string[]
  /** Whether the statements run in one transaction. Otherwise each runs alone and can be repeated. */
  isTransaction: boolean
}

/** Statements that take no lock that stops reads or writes. PostgreSQL refuses most of them inside a transaction. */
const standalonePattern =
  /^(create (unique )?index concurrently|drop index concurrently|alter table \S+ validate constraint)\b/i

/** Removes comments and surrounding space. */
export function bareStatement(statement: string): string {
  return statement.replace(/^\s*--.*$/gm, '').trim()
}

export const isStandalone = (statement: string): boolean => standalonePattern.test(bareStatement(statement))

export interface Migration {
  tag: string
  /** When the migration was written, in milliseconds since 1970. */
  at: number
  text: string
  statements: string[]
}

/** Returns the migrations of a folder in the order of its journal. */
export function readMigrations(folder: string): Migration[] {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  return entries.map(({ tag, when }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8')
    const statements = text.split('--> statement-breakpoint').filter((part) => bareStatement(part) !== '')
    return { tag, at: when, text, statements }
  })
}

/**
 * Divides a migration into a transaction and the statements that run alone. The transaction is recorded a millisecond before
 * the migration's own time, so that it isn't repeated after a later statement has failed.
 */
export function stepsOf({ tag, at, statements }: Migration): MigrationStep[] {
  const standalone = statements.filter(isStandalone)
  const others = statements.filter((statement) => !isStandalone(statement))
  const first: MigrationStep = {
    name: tag,
    at,
    hash: hashOf(others),
    statements: others,
    isTransaction: true,
  }
  if (standalone.length === 0) return [first]
  const name = `${tag} (concurrently)`
  const second: MigrationStep = {
    name,
    at,
    hash: hashOf(standalone),
    statements: standalone,
    isTransaction: false,
  }
  return others.length === 0 ? [second] : [{ ...first, at: at - 1 }, second]
}

const hashOf = (statements: readonly string[]) =>
  createHash('sha256').update(statements.join('')).digest('hex')
