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

/** Tries to lock the folder at the given time, prints the outcome, and keeps running if it has the lock. */
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
  it('refuses a folder in use with a message that names the folder and the process', async () => {
    const holder = await contend()
    expect(holder.said).toBe('taken')
    const refusal = await takeFolder(folder).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DataFolderInUse)
    expect(refusal).toMatchObject({ folder: dataDir, pid: holder.child.pid })
    expect((refusal as DataFolderInUse).message).toBe(
      `The data folder ${dataDir} is in use by process ${holder.child.pid}: stop that process first, or choose another folder with DATA_DIR.`,
    )
  })

  it('is taken over from a killed process without leaving other files', async () => {
    const holder = await contend()
    await kill(holder.child)
    const lock = await takeFolder(folder)
    expect(readLock().pid).toBe(process.pid)
    expect(readdirSync(dataDir)).toEqual(['database.lock'])
    lock.release()
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('goes to exactly one of several processes that find a dead holder at the same time', async () => {
    const holder = await contend()
    await kill(holder.child)
    const at = Date.now() + 700
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => contend(at)))
    const winners = outcomes.filter((outcome) => outcome.said === 'taken')
    expect(winners).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome.said === 'DataFolderInUse')).toHaveLength(5)
    expect(readLock().pid).toBe(winners[0]?.child.pid)
  })

  it('cannot be acquired twice in the same process', async () => {
    const lock = await takeFolder(folder)
    await expect(takeFolder(folder)).rejects.toThrow(`process ${process.pid}`)
    lock.release()
    const again = await takeFolder(folder)
    again.release()
  })

  it('does not mistake a process with a reused process id for the dead holder', async () => {
    writeLock({ startedAt: '12345' })
    const lock = await takeFolder(folder)
    expect(readLock().nonce).not.toBe('somebody')
    lock.release()
  })

  it('of another container is taken over only after 30 seconds without a heartbeat', async () => {
    writeLock({ pid: 1, scope: 'another container' })
    await expect(takeFolder(folder)).rejects.toThrow(DataFolderInUse)
    const silentSince = new Date(Date.now() - 31_000)
    utimesSync(lockFile, silentSince, silentSince)
    const lock = await takeFolder(folder)
    lock.release()
  })

  it('is treated like the lock of another container if it cannot be parsed', async () => {
    writeFileSync(lockFile, '{"pid":')
    await expect(takeFolder(folder)).rejects.toThrow(DataFolderInUse)
    utimesSync(lockFile, 0, 0)
    const lock = await takeFolder(folder)
    lock.release()
  })

  it('can be taken over after an earlier takeover died halfway', async () => {
    writeLock({ startedAt: '12345' })
    writeFileSync(
      `${lockFile}.claim-somebody`,
      JSON.stringify({ ...ownIdentity(), startedAt: '12345', nonce: 'claimant' }),
    )
    const lock = await takeFolder(folder)
    expect(readdirSync(dataDir)).toEqual(['database.lock'])
    lock.release()
  })

  it("is not removed by another holder's release", async () => {
    const lock = await takeFolder(folder)
    writeLock({ nonce: 'another' })
    lock.release()
    expect(readLock().nonce).toBe('another')
  })
})
