import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { freePort } from './free-port.ts'
import { isAlive } from './process-group.ts'
import { type SupervisedProcess, type SuperviseOptions, supervise } from './supervise.ts'

interface Row extends SupervisedProcess {
  lines: string[]
}

/** A process that prints its pid, runs `before` and listens on a free port. */
async function serving(name: string, before = '', more: Partial<SupervisedProcess> = {}): Promise<Row> {
  const port = await freePort()
  const code = `console.log(process.pid); ${before}; require('http').createServer((q, s) => s.end()).listen(${port})`
  const lines: string[] = []
  return {
    name,
    what: `test ${name}`,
    arguments: ['-e', code],
    env: { PATH: process.env.PATH },
    readyAddress: `http://localhost:${port}/`,
    onLine: (line) => lines.push(line),
    lines,
    ...more,
  }
}

/** Stops the rows as soon as they are ready. */
async function run(rows: Row[], options: Partial<SuperviseOptions> = {}) {
  const sentences: string[] = []
  const ready = Promise.withResolvers<string>()
  const code = await supervise({
    processes: rows,
    untilAskedToStop: ready.promise,
    onAllReady: () => ready.resolve('a test'),
    onStop: (sentence) => sentences.push(sentence),
    readyTimeoutMs: 10_000,
    stopGraceMs: 5_000,
    ...options,
  })
  const pids = rows.flatMap(({ lines }) => lines.filter((line) => /^\d+$/.test(line)).map(Number))
  return { code, sentences, pids, alive: pids.filter(isAlive) }
}

describe('supervised processes', () => {
  it('leave nothing running after a requested stop, including grandchildren', async () => {
    const grandchild = `
      const child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
      console.log(child.pid)`
    const { code, sentences, pids } = await run([await serving('one'), await serving('two', grandchild)])
    expect([code, sentences, pids.length]).toEqual([0, ['Stopping everything (a test).'], 3])
    // No process waits for the grandchild to end.
    await expect.poll(() => pids.filter(isAlive)).toEqual([])
  })

  it('stop, exit with 1 and name the process if one of them dies', async () => {
    const rows = [await serving('one'), await serving('two', 'setTimeout(() => process.exit(7), 300)')]
    expect(await run(rows, { untilAskedToStop: new Promise(() => {}) })).toMatchObject({
      code: 1,
      sentences: ['The process "two" (test two) ended with exit code 7. Stopping the others.'],
      alive: [],
    })
  })

  it('are killed after the grace period if they ignore SIGTERM', async () => {
    const rows = [await serving('deaf', "process.on('SIGTERM', () => {})")]
    expect(await run(rows, { stopGraceMs: 200 })).toMatchObject({ code: 0, alive: [] })
  })

  it('stop if one of them never becomes ready', async () => {
    const mute = await serving('mute', '', { readyAddress: `http://localhost:${await freePort()}/` })
    expect(await run([mute], { readyTimeoutMs: 400 })).toMatchObject({
      code: 1,
      sentences: [expect.stringMatching(/ did not answer at http:\/\/localhost:\d+\/ within 0\.4 s\./)],
      alive: [],
    })
    const silent = await serving('silent', '', { readyAddress: undefined })
    expect(await run([silent], { readyTimeoutMs: 400 })).toMatchObject({
      code: 1,
      sentences: ['The process "silent" (test silent) was not ready within 0.4 s. Stopping the others.'],
      alive: [],
    })
  })

  it('stop if the preparation of one of them fails', async () => {
    const prepare = () => Promise.reject(new Error('The build failed.'))
    const rows = [await serving('one'), await serving('two', '', { prepare })]
    expect(await run(rows)).toMatchObject({ code: 1, sentences: ['The build failed.'], alive: [] })
  })

  it('start after the ones they need, and stop before the one they use until they end', async () => {
    // Without an address, a message to the parent says that the process is ready.
    const base = await serving('base', "process.send('ready')", { isStoppedLast: true })
    const askBase = `process.on('SIGTERM', () => fetch('${base.readyAddress}').then(() => { console.log('answered'); process.exit() }))`
    const prepare = async () => expect(base.lines).toHaveLength(1)
    const user = await serving('user', askBase, { needs: ['base'], prepare })
    expect(await run([{ ...base, readyAddress: undefined }, user])).toMatchObject({ code: 0, alive: [] })
    expect(user.lines).toContain('answered')
  })
})
