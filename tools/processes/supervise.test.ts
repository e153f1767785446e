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
    if (second) second.row.after = Promise.reject(new Error('The build failed.'))
    const { exitCode, sentences } = run(rows)
    expect(await exitCode).toBe(1)
    expect(sentences).toEqual(['The build failed.'])
    expect(pidsOf(rows).filter(isAlive)).toEqual([])
  })

  it('can be stopped and restarted while the others keep running', async () => {
    const rows = [await serving('one'), await serving('two')]
    const stop = Promise.withResolvers<string>()
    const ready = Promise.withResolvers<void>()
    const supervision = supervise({
      processes: rows.map(({ row }) => row),
      untilAskedToStop: stop.promise,
      onAllReady: ready.resolve,
      onStop: () => {},
      readyTimeoutMs: 10_000,
      stopGraceMs: 5_000,
    })
    await ready.promise
    const [one, two] = rows.map((row) => pidsOf([row])[0])
    const resume = await supervision.pause(['two'])
    expect([one, two].map((pid) => isAlive(pid ?? 0))).toEqual([true, false])
    expect(await resume()).toBe(true)
    const [, again] = pidsOf(rows.slice(1))
    expect(isAlive(again ?? 0)).toBe(true)
    expect(pidsOf(rows.slice(0, 1))).toEqual([one])
    stop.resolve('a test')
    expect(await supervision.exitCode).toBe(0)
    expect(pidsOf(rows).filter(isAlive)).toEqual([])
  })

  it('stop if a restarted process dies', async () => {
    const rows = [await serving('one'), await serving('two')]
    const ready = Promise.withResolvers<void>()
    const sentences: string[] = []
    const supervision = supervise({
      processes: rows.map(({ row }) => row),
      untilAskedToStop: new Promise(() => {}),
      onAllReady: ready.resolve,
      onStop: (sentence) => sentences.push(sentence),
      readyTimeoutMs: 10_000,
      stopGraceMs: 5_000,
    })
    await ready.promise
    const resume = await supervision.pause(['two'])
    await resume()
    process.kill(pidsOf(rows.slice(1)).at(-1) ?? 0, 'SIGKILL')
    expect(await supervision.exitCode).toBe(1)
    expect(sentences).toEqual(['The process "two" (test two) ended by SIGKILL. Stopping the others.'])
  })
})
