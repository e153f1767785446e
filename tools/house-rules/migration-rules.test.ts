/** Applies the rules for migrations to every migration since the first release, and tests each rule with a statement that breaks it. */
import { describe, expect, it } from 'vitest'
import { migrationsFolder } from '../../apps/api/src/db/migrate.ts'
import { readMigrations } from '../../apps/api/src/db/migration-steps.ts'
import { migrationBreaches } from './migration-rules.ts'

/** The newest migration of the first release. It and the ones before it ran on empty databases only. */
const firstRelease = '0004_canceled_subscriptions'

function breachesOf(...statements: string[]): string[] {
  return migrationBreaches({
    tag: '0099_planted',
    at: 1,
    text: `-- At 2 million people: 0.1 s.\n${statements.join('\n')}`,
    statements,
  })
}

describe('the migration', () => {
  const all = readMigrations(migrationsFolder)
  const later = all.slice(all.findIndex(({ tag }) => tag === firstRelease) + 1)

  it.each(later.map((migration) => [migration.tag, migration] as const))(
    '%s stops no running process and does not break the previous release',
    (_tag, migration) => {
      expect(migrationBreaches(migration)).toEqual([])
    },
  )
})

describe('the migration rules', () => {
  it.each([
    'CREATE INDEX "a" ON "users" USING btree ("email")',
    'CREATE UNIQUE INDEX CONCURRENTLY "a" ON "users" ("email")',
    'DROP INDEX "users_email"',
    'ALTER TABLE "users" ADD CONSTRAINT "a" FOREIGN KEY ("b") REFERENCES "public"."workspaces"("id")',
    `ALTER TABLE "users" ADD CONSTRAINT "a" CHECK (email <> '')`,
    'ALTER TABLE "users" ADD CONSTRAINT "a" UNIQUE("email")',
    'ALTER TABLE "users" ADD COLUMN "b" text REFERENCES "workspaces"("id")',
    'ALTER TABLE "users" ADD COLUMN "b" text DEFAULT gen_random_uuid()',
    'ALTER TABLE "users" ADD COLUMN "b" text NOT NULL',
    'ALTER TABLE "users" ALTER COLUMN "email" SET DATA TYPE varchar(10)',
    'ALTER TABLE "users" ALTER COLUMN "nickname" SET NOT NULL',
    'ALTER TABLE "users" DROP COLUMN "nickname"',
    'ALTER TABLE "users" RENAME COLUMN "nickname" TO "name"',
    'DROP TABLE "users"',
    `ALTER TYPE "public"."workspace_role" RENAME VALUE 'OWNER' TO 'KEEPER'`,
    `UPDATE users SET nickname = ''`,
  ])('refuse %s', (statement) => {
    expect(breachesOf(statement)).toHaveLength(1)
  })

  it.each([
    'CREATE TABLE "a" ("b" text)',
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS "a" ON "users" USING btree ("email")',
    'ALTER TABLE "users" ADD COLUMN "b" boolean DEFAULT false NOT NULL',
    'ALTER TABLE "users" ADD COLUMN "b" text',
    'ALTER TABLE "users" ADD CONSTRAINT "a" FOREIGN KEY ("b") REFERENCES "workspaces"("id") NOT VALID',
    'ALTER TABLE "users" VALIDATE CONSTRAINT "a"',
    `ALTER TYPE "public"."workspace_role" ADD VALUE 'GUEST'`,
  ])('allow %s', (statement) => {
    expect(breachesOf(statement)).toEqual([])
  })

  it('allow every index and constraint on a table that the same migration creates', () => {
    const index = 'CREATE INDEX "b" ON "a" USING btree ("c")'
    const key = 'ALTER TABLE "a" ADD CONSTRAINT "d" FOREIGN KEY ("c") REFERENCES "public"."users"("id")'
    expect(breachesOf('CREATE TABLE "a" ("c" text)', index, key)).toEqual([])
  })

  it('allow a statement with a reason, and refuse one with an empty reason', () => {
    const drop = 'DROP TABLE "users"'
    expect(breachesOf(`-- Accepted: no release has read this table since 2.0.\n${drop}`)).toEqual([])
    expect(breachesOf(`-- Accepted: \n${drop}`)).toHaveLength(1)
  })

  it('refuse a statement of the transaction after the statements that run alone', () => {
    const index = 'CREATE INDEX CONCURRENTLY IF NOT EXISTS "a" ON "users" ("email")'
    expect(breachesOf(index, 'ALTER TABLE "users" ADD COLUMN "b" text')).toEqual([
      '0099_planted: move the statements that run concurrently or validate to the end, after the transaction',
    ])
  })

  it('refuse a migration that does not say how long it takes, unless it only creates tables', () => {
    const withoutDuration = (...statements: string[]) =>
      migrationBreaches({ tag: '0099_planted', at: 1, text: '', statements })
    const table = 'CREATE TABLE "a" ("b" text)'
    const key =
      'ALTER TABLE "a" ADD CONSTRAINT "d" FOREIGN KEY ("b") REFERENCES "public"."users"("id") ON DELETE no action'
    expect(withoutDuration(table, 'CREATE INDEX "c" ON "a" USING btree ("b")', key)).toEqual([])
    const others = [
      'ALTER TABLE "users" ADD COLUMN "b" text',
      'CREATE TABLE "e" AS SELECT * FROM "users"',
      'CREATE TABLE IF NOT EXISTS "users" ("b" text)',
    ]
    for (const other of others)
      expect(withoutDuration(table, other).join()).toContain('measure-migrations.ts')
  })

  it('refuse two statements without a breakpoint between them', () => {
    const [breach] = breachesOf('CREATE TABLE "a" ("b" text); UPDATE "users" SET "b" = 1')
    expect(breach).toContain('statement-breakpoint')
  })
})
