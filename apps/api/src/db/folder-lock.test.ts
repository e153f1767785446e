import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isOnPostgres } from '../testing/open-test-database.ts'
import { DataFolderInUse, takeFolder } from './folder-lock.ts'
import { ownIdentity } from './process-identity.ts'

let dataDir: string
let folder: string
let lockFile: string
const children: ChildProcess[] = []

/** Tries to take the folder at the given moment, says how it went, and stays alive if it has it. */
const contender = `
  import { takeFolder } from ${JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'))}
  const [folder, at] = process.argv.slice(1)
  while (Date.now() < Number(at)) {}
  try {
    await takeFolder(folder)
    console.log('taken')
    setInterval(() => {}, 1000)
  } catch (error) {
    console.log(error.name)
  }
`

async function contend(at = 0): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', contender, folder, String(at)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [said] = await once(child.stdout ?? child, 'data')
  return { child, said: String(said).trim() }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const readLock = () => JSON.parse(readFileSync(lockFile, 'utf8'))
const writeLock = (values: object) =>
  writeFileSync(lockFile, JSON.stringify({ ...ownIdentity(), nonce: 'somebody', ...values }))

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-lock-'))
  folder = join(dataDir, 'database')
  lockFile = `${folder}.lock`
})

afterEach(async () => {
  await Promise.all(children.splice(0).map(kill))
  rmSync(dataDir, { recursive: true, force: true })
})

describe.skipIf(isOnPostgres())('the lock on the data folder', () => {
  it('refuses a folder in use, in a sentence that names the folder and the process', async () => {
    const holder = await contend()
    expect(holder.said).toBe('taken')
    const refusal = await takeFolder(folder).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DataFolderInUse)
    expect(refusal).toMatchObject({ folder: dataDir, pid: holder.child.pid })
    expect((refusal as DataFolderInUse).message).toBe(
      `The data folder ${dataDir} is in use by process ${holder.child.pid}: stop that process first, or choose another folder with DATA_DIR.`,
    )
  })

  it('takes over from a killed process and leaves only the lock behind', async () => {
    const holder = await contend()
    await kill(holder.child)
    const lock = await takeFolder(folder)
    expect(readLock().pid).toBe(process.pid)
    expect(readdirSync(dataDir)).toEqual(['database.lock'])
    lock.release()
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('goes to exactly one of several processes that find a dead holder at the same moment', async () => {
    const holder = await contend()
    await kill(holder.child)
    const at = Date.now() + 700
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => contend(at)))
    const winners = outcomes.filter((outcome) => outcome.said === 'taken')
    expect(winners).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome.said === 'DataFolderInUse')).toHaveLength(5)
    expect(readLock().pid).toBe(winners[0]?.child.pid)
  })

  it('refuses a second opening in the same process', async () => {
    const lock = await takeFolder(folder)
    await expect(takeFolder(folder)).rejects.toThrow(`process ${process.pid}`)
    lock.release()
    const again = await takeFolder(folder)
    again.release()
  })

  it('does not mistake a process that has got the number of a dead one for it', async () => {
    writeLock({ startedAt: '12345' })
    const lock = await takeFolder(folder)
    expect(readLock().nonce).not.toBe('somebody')
    lock.release()
  })

  it('leaves the lock of another container alone until it has been silent for half a minute', async () => {
    writeLock({ pid: 1, scope: 'another container' })
    await expect(takeFolder(folder)).rejects.toThrow(DataFolderInUse)
    const silentSince = new Date(Date.now() - 31_000)
    utimesSync(lockFile, silentSince, silentSince)
    const lock = await takeFolder(folder)
    lock.release()
  })

  it('treats a lock that cannot be read like that of another container', async () => {
    writeFileSync(lockFile, '{"pid":')
    await expect(takeFolder(folder)).rejects.toThrow(DataFolderInUse)
    utimesSync(lockFile, 0, 0)
    const lock = await takeFolder(folder)
    lock.release()
  })

  it('takes over although an earlier taking-over died halfway', async () => {
    writeLock({ startedAt: '12345' })
    writeFileSync(
      `${lockFile}.claim-somebody`,
      JSON.stringify({ ...ownIdentity(), startedAt: '12345', nonce: 'claimant' }),
    )
    const lock = await takeFolder(folder)
    expect(readdirSync(dataDir)).toEqual(['database.lock'])
    lock.release()
  })

  it("does not remove somebody else's lock when it lets go of its own", async () => {
    const lock = await takeFolder(folder)
    writeLock({ nonce: 'another' })
    lock.release()
    expect(readLock().nonce).toBe('another')
  })
})
