/** The rules for migrations: they must not stop the running processes or break the previous release. */
import { bareStatement, isStandalone, type Migration } from '../../apps/api/src/db/migration-steps.ts'

interface Rule {
  /** Matches a statement that breaks the rule. The first group is the table, if new tables are exempt. */
  pattern: RegExp
  /** A statement that also matches this pattern is allowed. */
  unless?: RegExp
  advice: string
}

const table = '"?(?:public"?\\.)?"?(\\w+)"?'

const rules: Rule[] = [
  {
    pattern: new RegExp(`^create (?:unique )?index .*?\\bon (?:only )?${table}`, 'is'),
    unless: /^create (?:unique )?index concurrently if not exists /i,
    advice:
      'write CREATE INDEX CONCURRENTLY IF NOT EXISTS, because a plain index stops writes while it is built',
  },
  {
    pattern: /^drop index /i,
    unless: /^drop index concurrently if exists /i,
    advice: 'write DROP INDEX CONCURRENTLY IF EXISTS, because a plain drop stops reads and writes',
  },
  {
    pattern: new RegExp(`^alter table (?:only )?${table} add constraint .*(?:foreign key|check)`, 'is'),
    unless: /not valid\s*;?$/i,
    advice: 'add the constraint NOT VALID, then run ALTER TABLE … VALIDATE CONSTRAINT as the last statement',
  },
  {
    pattern: new RegExp(
      `^alter table (?:only )?${table} add constraint .*(?:unique|primary key|exclude)`,
      'is',
    ),
    unless: /using index/i,
    advice: 'create a unique index concurrently instead, and use it with ADD CONSTRAINT … USING INDEX',
  },
  {
    pattern: new RegExp(
      `^alter table (?:only )?${table} add column .*(?:references|unique|primary key|check)\\b`,
      'is',
    ),
    advice: 'add the column without a constraint, then add the constraint NOT VALID',
  },
  {
    pattern: new RegExp(
      `^alter table (?:only )?${table} add column .*(?:serial|generated|random|uuid|clock_timestamp)`,
      'is',
    ),
    advice: 'add the column without this default, because it rewrites the table, and fill it in a job',
  },
  {
    pattern: new RegExp(`^alter table (?:only )?${table} alter column .*(?:set data )?type\\b`, 'is'),
    advice: 'add a column of the new type and fill it in a job, because a new type rewrites the table',
  },
  {
    pattern: new RegExp(`^alter table (?:only )?${table} alter column .*set not null`, 'is'),
    advice: 'add CHECK (… IS NOT NULL) NOT VALID and validate it, and set NOT NULL in a later release',
  },
  {
    pattern: new RegExp(`^alter table (?:only )?${table} add column (?!.*\\bdefault\\b).*\\bnot null`, 'is'),
    advice: 'add the column nullable or with a default, because the previous release does not fill it',
  },
  {
    pattern:
      /^(?:drop (?:table|type|view|schema)|alter table .* drop column|alter (?:table|type) .* rename)\b/is,
    advice: 'the previous release still reads this: remove it one release after the last use',
  },
  {
    pattern: /^(?:with|update|delete|insert|truncate|lock|cluster|reindex|vacuum)\b/i,
    advice: 'change rows in a job that works in batches, because one statement holds its locks until the end',
  },
]

const duration = /^-- At 2 million people: \d/
const accepted = /^\s*-- Accepted: \S.{9,}$/m

function createdTables(statements: readonly string[]): Set<string> {
  const found = statements.map(
    (one) => new RegExp(`^create table ${table}`, 'i').exec(bareStatement(one))?.[1],
  )
  return new Set(found.filter((name) => name !== undefined))
}

/** Whether a statement only creates an empty table, or changes one that the migration creates, so that it takes no time. */
function isOnNewTable(statement: string, created: ReadonlySet<string>): boolean {
  const bare = bareStatement(statement)
  if (/^create table (?!if not exists)/i.test(bare)) return !/\b(?:as|partition|inherits)\b/i.test(bare)
  const changed = new RegExp(
    `^(?:alter table (?:only )?|create (?:unique )?index .*? on )${table}`,
    'i',
  ).exec(bare)
  return created.has(changed?.[1] ?? '') && !/\b(?:attach|inherit)\b/i.test(bare)
}

function statementBreaches(statement: string, created: ReadonlySet<string>): string[] {
  if (accepted.test(statement)) return []
  const bare = bareStatement(statement)
  if (/;\s*\S/.test(bare))
    return [`${bare.slice(0, 100)}: put "--> statement-breakpoint" between two statements`]
  return rules
    .filter(({ pattern, unless }) => {
      const match = pattern.exec(bare)
      return match && !unless?.test(bare) && !created.has(match[1] ?? '')
    })
    .map(({ advice }) => `${bare.split('\n', 1)[0]?.slice(0, 100)}: ${advice}`)
}

/**
 * Returns the statements that stop the service or break the previous release. A statement with a comment
 * `-- Accepted: <reason>` is exempt.
 */
export function migrationBreaches({ tag, text, statements }: Migration): string[] {
  const created = createdTables(statements)
  const lastInTransaction = statements.findLastIndex((statement) => !isStandalone(statement))
  const isOutOfOrder = statements.some((statement, at) => isStandalone(statement) && at < lastInTransaction)
  return [
    ...statements.flatMap((statement) => statementBreaches(statement, created)),
    ...(isOutOfOrder
      ? ['move the statements that run concurrently or validate to the end, after the transaction']
      : []),
    ...(duration.test(text) || statements.every((statement) => isOnNewTable(statement, created))
      ? []
      : [
          'the first line must say how long it takes: run node lab/migrations/measure-migrations.ts, which writes it',
        ]),
  ].map((breach) => `${tag}: ${breach}`)
}
