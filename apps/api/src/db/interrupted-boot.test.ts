import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isOnPostgres } from '../testing/open-test-database.ts'
import { beginFirstBoot, setInterruptedBootAside } from './interrupted-boot.ts'

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

describe.skipIf(isOnPostgres())('an interrupted first boot', () => {
  it('leaves a folder alone that is missing, empty or whole', () => {
    expect(setInterruptedBootAside(folder)).toBeUndefined()
    mkdirSync(folder)
    expect(setInterruptedBootAside(folder)).toBeUndefined()
    fill('PG_VERSION', 'global/pg_control')
    expect(setInterruptedBootAside(folder)).toBeUndefined()
    expect(readdirSync(dataDir)).toEqual(['database'])
  })

  it.each([['PG_VERSION'], ['global/pg_control']])('moves a folder aside that has only %s', (file) => {
    fill(file)
    const aside = setInterruptedBootAside(folder, new Date('2026-03-04T05:06:07.089Z'))
    expect(aside).toBe(`${folder}.interrupted-2026-03-04T05-06-07.089Z`)
    expect(existsSync(join(aside ?? '', file))).toBe(true)
    expect(existsSync(folder)).toBe(false)
  })

  it('moves a folder aside that looks whole, but whose first boot did not end', () => {
    beginFirstBoot(folder)
    fill('PG_VERSION', 'global/pg_control')
    expect(setInterruptedBootAside(folder)).toBeDefined()
  })

  it('keeps what was made by a first boot that ended', () => {
    const finish = beginFirstBoot(folder)
    fill('PG_VERSION', 'global/pg_control')
    finish()
    expect(setInterruptedBootAside(folder)).toBeUndefined()
    expect(readdirSync(dataDir)).toEqual(['database'])
  })

  it('is not begun again for a database that stands', () => {
    fill('PG_VERSION', 'global/pg_control')
    beginFirstBoot(folder)
    expect(setInterruptedBootAside(folder)).toBeUndefined()
  })
})
