import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a data folder for one test and removes it afterwards. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'stand-in-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
