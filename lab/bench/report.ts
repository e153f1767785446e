import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes what was measured, for machines; nothing where no file is named. */
export function writeReport(file: string | undefined, figures: unknown): void {
  if (file === undefined) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`)
}
