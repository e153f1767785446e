import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isOnPostgres } from '../testing/open-test-database.ts'
import { markFirstBoot, moveInterruptedBoot } from './interrupted-boot.ts'

let dataDir: string
let folder: string

const fill = (...files: string[]) => {
  mkdirSync(join(folder, 'global'), { recursive: true })
  for (const file of files) writeFileSync(join(folder, file), '')
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-boot-'))
  folder = join(dataDir, 'database')
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe.skipIf(isOnPostgres())('moveInterruptedBoot', () => {
  it('leaves a missing, empty or complete folder alone', () => {
    expect(moveInterruptedBoot(folder)).toBeUndefined()
    mkdirSync(folder)
    expect(moveInterruptedBoot(folder)).toBeUndefined()
    fill('PG_VERSION', 'global/pg_control')
    expect(moveInterruptedBoot(folder)).toBeUndefined()
    expect(readdirSync(dataDir)).toEqual(['database'])
  })

  it.each([['PG_VERSION'], ['global/pg_control']])('moves away a folder that contains only %s', (file) => {
    fill(file)
    const aside = moveInterruptedBoot(folder, new Date('2026-03-04T05:06:07.089Z'))
    expect(aside).toBe(`${folder}.interrupted-2026-03-04T05-06-07.089Z`)
    expect(existsSync(join(aside ?? '', file))).toBe(true)
    expect(existsSync(folder)).toBe(false)
  })

  it('moves away a folder that looks complete if its first boot did not finish', () => {
    markFirstBoot(folder)
    fill('PG_VERSION', 'global/pg_control')
    expect(moveInterruptedBoot(folder)).toBeDefined()
  })

  it('keeps the folder of a finished first boot', () => {
    const finish = markFirstBoot(folder)
    fill('PG_VERSION', 'global/pg_control')
    finish()
    expect(moveInterruptedBoot(folder)).toBeUndefined()
    expect(readdirSync(dataDir)).toEqual(['database'])
  })

  it('keeps the folder when an existing database is opened again', () => {
    fill('PG_VERSION', 'global/pg_control')
    markFirstBoot(folder)
    expect(moveInterruptedBoot(folder)).toBeUndefined()
  })
})
