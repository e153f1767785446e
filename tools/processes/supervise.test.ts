import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { type SupervisedProcess, supervise } from './supervise.ts'

async function freePort(): Promise<number> {
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

interface Row {
  row: SupervisedProcess
  lines: string[]
}

/** A process that runs `before`, listens on a separate port and prints its pid. */
async function serving(name: string, before = ''): Promise<Row> {
  const port = await freePort()
  const code = `console.log(process.pid); ${before}; require('http').createServer((q, s) => s.end()).listen(${port})`
  const lines: string[] = []
  const row: SupervisedProcess = {
    name,
    what: `test ${name}`,
    arguments: ['-e', code],
    env: { PATH: process.env.PATH ?? '' },
    cwd: tmpdir(),
    readyAddress: `http://localhost:${port}/`,
    onLine: (line) => lines.push(line),
  }
  return { row, lines }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const pidsOf = (rows: Row[]) =>
  rows.flatMap(({ lines }) => lines.filter((line) => /^\d+$/.test(line)).map(Number))

function run(
  rows: Row[],
  options: { stopWhenReady?: boolean; readyTimeoutMs?: number; stopGraceMs?: number } = {},
) {
  const sentences: string[] = []
  const ready = Promise.withResolvers<string>()
  const { exitCode } = supervise({
    processes: rows.map(({ row }) => row),
    untilAskedToStop: options.stopWhenReady ? ready.promise : new Promise(() => {}),
    onAllReady: () => ready.resolve('a test'),
    onStop: (sentence) => sentences.push(sentence),
    readyTimeoutMs: options.readyTimeoutMs ?? 10_000,
    stopGraceMs: options.stopGraceMs ?? 5_000,
  })
  return { exitCode, sentences }
}

describe('supervised processes', () => {
  it('leave nothing running after a requested stop, including grandchildren', async () => {
    const grandchild = `
      const child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
      console.log(child.pid)`
    const rows = [await serving('one'), await serving('two', grandchild)]
    const { exitCode, sentences } = run(rows, { stopWhenReady: true })
    expect(await exitCode).toBe(0)
    expect(sentences).toEqual(['Stopping everything (a test).'])
    const pids = pidsOf(rows)
    expect(pids).toHaveLength(3)
    expect(pids.filter(isAlive)).toEqual([])
  })

  it('stop, exit with 1 and name the process if one of them dies', async () => {
    const rows = [await serving('one'), await serving('two', 'setTimeout(() => process.exit(7), 300)')]
    const { exitCode, sentences } = run(rows)
    expect(await exitCode).toBe(1)
    expect(sentences).toEqual(['The process "two" (test two) ended with exit code 7. Stopping the others.'])
    expect(pidsOf(rows).filter(isAlive)).toEqual([])
  })

  it('are killed after the grace period if they ignore SIGTERM', async () => {
    const rows = [await serving('deaf', "process.on('SIGTERM', () => {})")]
    const { exitCode } = run(rows, { stopWhenReady: true, stopGraceMs: 200 })
    expect(await exitCode).toBe(0)
    expect(pidsOf(rows).filter(isAlive)).toEqual([])
  })

  it('stop if one of them never becomes ready', async () => {
    const mute = await serving('mute')
    mute.row.readyAddress = `http://localhost:${await freePort()}/`
    const { exitCode, sentences } = run([mute], { readyTimeoutMs: 400 })
    expect(await exitCode).toBe(1)
    expect(sentences[0]).toMatch(
      /^The process "mute" did not answer at http:\/\/localhost:\d+\/ within 0\.4 s\./,
    )
    expect(pidsOf([mute]).filter(isAlive)).toEqual([])
  })

  it('stop if a condition that one of them waits for fails', async () => {
    const rows = [await serving('one'), await serving('two')]
    const [, second] = rows
    if (second) second.row.after = () => Promise.reject(new Error('The build failed.'))
    const { exitCode, sentences } = run(rows)
    expect(await exitCode).toBe(1)
    expect(sentences).toEqual(['The build failed.'])
    expect(pidsOf(rows).filter(isAlive)).toEqual([])
  })

  it('start after the processes they wait for are ready', async () => {
    const rows = [await serving('one'), await serving('two')]
    const [first, second] = rows as [Row, Row]
    // Without an address, a message to the parent says that the process is ready.
    const { readyAddress: _, ...withoutAddress } = first.row
    first.row = {
      ...withoutAddress,
      arguments: ['-e', "console.log('up'); process.send('ready'); setInterval(() => {}, 9e5)"],
    }
    second.row.after = async (untilReady) => {
      await untilReady('one')
      expect(first.lines).toEqual(['up'])
    }
    const { exitCode } = run(rows, { stopWhenReady: true })
    expect(await exitCode).toBe(0)
    expect(pidsOf([second])).toHaveLength(1)
  })

  it('stop last if the others use them until they end', async () => {
    const rows = [await serving('base'), await serving('user')]
    const [base, user] = rows as [Row, Row]
    base.row.isStoppedLast = true
    const askBase = `process.on('SIGTERM', () => fetch('${base.row.readyAddress}').then(() => { console.log('answered'); process.exit() }))`
    user.row.arguments = ['-e', `${askBase}; ${user.row.arguments[1]}`]
    const { exitCode } = run(rows, { stopWhenReady: true })
    expect(await exitCode).toBe(0)
    expect(user.lines).toContain('answered')
  })
})
