import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { startTwoProcesses, type TwoProcesses } from './two-processes.ts'

const startLimitMs = 180_000

/** Runs two API processes for all tests of a file. `more` is additional configuration. */
export function useTwoProcesses(more: Record<string, string> = {}): {
  current: TwoProcesses
  dataDir: string
} {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-two-'))
  const use: { current: TwoProcesses | undefined; dataDir: string } = { current: undefined, dataDir }
  beforeAll(async () => {
    use.current = await startTwoProcesses(dataDir, more)
  }, startLimitMs)
  afterAll(async () => {
    await use.current?.remove()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    dataDir,
    get current() {
      if (!use.current) throw new Error('The processes are not there yet')
      return use.current
    },
  }
}
