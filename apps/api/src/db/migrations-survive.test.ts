/**
 * During an upgrade two releases run at the same time, so the older release must work with the newer release's tables
 * (docs/operations.md, "Two releases at once"). The tests compare the snapshots of the migrations.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrationsFolder } from './migrate.ts'

interface Column {
  name: string
  type: string
  notNull: boolean
  primaryKey: boolean
  default?: unknown
}

interface Table {
  name: string
  columns: Record<string, Column>
  indexes: Record<string, { name: string; isUnique: boolean }>
  uniqueConstraints: Record<string, unknown>
  checkConstraints: Record<string, unknown>
  foreignKeys: Record<string, { columnsFrom: string[] }>
}

interface Snapshot {
  tables: Record<string, Table>
  enums: Record<string, { values: string[] }>
}

/**
 * Breaking changes that are allowed per migration, because an earlier release had already stopped using the columns.
 */
const prepared: Record<string, string[]> = {}

const read = (name: string) =>
  JSON.parse(readFileSync(join(migrationsFolder, 'meta', name), 'utf8')) as Snapshot

const snapshots = readdirSync(join(migrationsFolder, 'meta'))
  .filter((name) => name.endsWith('_snapshot.json'))
  .toSorted()

function breaches(older: Snapshot, newer: Snapshot): string[] {
  return [
    ...Object.entries(older.tables).flatMap(([key, table]) => {
      const after = newer.tables[key]
      return after ? tableBreaches(table, after) : [`${table.name} is gone`]
    }),
    ...Object.entries(older.enums).flatMap(([key, { values }]) =>
      values
        .filter((value) => !newer.enums[key]?.values.includes(value))
        .map((value) => `${key} no longer has ${value}`),
    ),
  ]
}

function tableBreaches(older: Table, newer: Table): string[] {
  const newKeys = (part: 'uniqueConstraints' | 'checkConstraints') =>
    Object.keys(newer[part]).filter((key) => !(key in older[part]))
  // The older release never fills a new column, so only a foreign key on one of its own columns can reject its rows.
  const newForeignKeys = Object.entries(newer.foreignKeys).filter(
    ([key, { columnsFrom }]) =>
      !(key in older.foreignKeys) && columnsFrom.some((column) => column in older.columns),
  )
  const newUnique = Object.values(newer.indexes).filter(
    ({ name, isUnique }) => isUnique && !older.indexes[name],
  )
  return [
    ...Object.values(older.columns).flatMap((column) => columnBreaches(older.name, column, newer)),
    ...Object.values(newer.columns)
      .filter(({ name, notNull, default: value }) => !older.columns[name] && notNull && value === undefined)
      .map(({ name }) => `${older.name}.${name} is new, and the older release does not fill it`),
    ...[
      ...newUnique.map(({ name }) => name),
      ...newKeys('uniqueConstraints'),
      ...newKeys('checkConstraints'),
      ...newForeignKeys.map(([name]) => name),
    ].map((name) => `${older.name} has ${name}, which the older release does not know`),
  ]
}

function columnBreaches(table: string, { name, type, notNull }: Column, newer: Table): string[] {
  const after = newer.columns[name]
  if (!after) return [`${table}.${name} is gone`]
  return [
    ...(after.type === type ? [] : [`${table}.${name} was ${type} and is ${after.type}`]),
    ...(after.notNull && !notNull ? [`${table}.${name} must be filled now`] : []),
  ]
}

describe('the schema compatibility check', () => {
  const pairs = snapshots.slice(1).map((name, at) => [snapshots[at] ?? '', name] as const)

  it.each(pairs)('finds no change that breaks the release of %s in %s', (older, newer) => {
    const tag = newer.replace('_snapshot.json', '')
    const allowed = prepared[tag] ?? []
    expect(breaches(read(older), read(newer)).filter((breach) => !allowed.includes(breach))).toEqual([])
  })

  it('finds removed tables and columns, changed types and new constraints', () => {
    const older = read(snapshots.at(-1) ?? '')
    const change = (edit: (users: Table, snapshot: Snapshot) => void) => {
      const newer = structuredClone(older)
      const users = newer.tables['public.users']
      if (!users) throw new Error('there are no users')
      edit(users, newer)
      return breaches(older, newer)
    }
    const extra: Column = { name: 'extra', type: 'text', notNull: true, primaryKey: false }
    const columnOf = (users: Table, name: string) => users.columns[name] as Column
    expect(change(() => {})).toEqual([])
    expect(change((users) => delete users.columns.nickname)).toEqual(['users.nickname is gone'])
    expect(change((_, snapshot) => delete snapshot.tables['public.users'])).toEqual(['users is gone'])
    expect(change((users) => Object.assign(columnOf(users, 'nickname'), { notNull: true }))).toEqual([
      'users.nickname must be filled now',
    ])
    expect(change((users) => Object.assign(columnOf(users, 'nickname'), { type: 'bytea' }))).toEqual([
      'users.nickname was text and is bytea',
    ])
    expect(change((users) => Object.assign(users.columns, { extra }))).toHaveLength(1)
    const filled = { ...extra, default: "''" }
    expect(change((users) => Object.assign(users.columns, { extra: filled }))).toEqual([])
    const keyOf = (...columnsFrom: string[]) => ({ users_extra_id_fk: { columnsFrom } })
    expect(change((users) => Object.assign(users.foreignKeys, keyOf('nickname')))).toHaveLength(1)
    expect(change((users) => Object.assign(users.foreignKeys, keyOf('extra_id')))).toEqual([])
    const index = { name: 'one_nickname', isUnique: true }
    expect(change((users) => Object.assign(users.indexes, { one_nickname: index }))).toHaveLength(1)
  })
})
