import { describe, expect, it } from 'vitest'
import { stepsOf } from './migration-steps.ts'

const table = 'CREATE TABLE "a" ("b" text);'
const index = '\n-- For the search.\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "c" ON "users" ("email");'
const validation = '\nALTER TABLE "users" VALIDATE CONSTRAINT "d";'

const stepsWith = (...statements: string[]) =>
  stepsOf({ tag: '0099_example', at: 1_000, text: statements.join(''), statements }).map(
    ({ at, isTransaction, statements }) => ({ at, isTransaction, statements }),
  )

describe('the steps of a migration', () => {
  it('are one transaction if every statement can run in one', () => {
    expect(stepsWith(table)).toEqual([{ at: 1_000, isTransaction: true, statements: [table] }])
  })

  it('are a transaction and the statements that run alone after it, recorded separately', () => {
    expect(stepsWith(table, index, validation)).toEqual([
      { at: 999, isTransaction: true, statements: [table] },
      { at: 1_000, isTransaction: false, statements: [index, validation] },
    ])
  })

  it('have no transaction if every statement runs alone', () => {
    expect(stepsWith(index)).toEqual([{ at: 1_000, isTransaction: false, statements: [index] }])
  })
})
