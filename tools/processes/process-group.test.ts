import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from './free-port.ts'
import { isAlive, startProcessGroup } from './process-group.ts'

const timeoutMs = 20_000
const start = (script: string) =>
  startProcessGroup({ arguments: ['--eval', script], env: { PATH: process.env.PATH }, onLine: () => {} })

describe('startProcessGroup', () => {
  it('resolves untilReady when the process answers, and stops the process', async () => {
    const port = await freePort()
    const group = start(`require('node:http').createServer((_, reply) => reply.end('ok')).listen(${port})`)
    await group.untilReady(`http://localhost:${port}/`, timeoutMs)
    expect(group.isRunning()).toBe(true)
    await group.stop(timeoutMs)
    expect([await group.ended, await group.exitCode]).toEqual(['by SIGTERM', null])
  })

  it('rejects untilReady with the output of a process that exits first', async () => {
    const group = start("console.log('The port is taken.'); process.exit(3)")
    await expect(group.untilReady(`http://localhost:${await freePort()}/`, timeoutMs)).rejects.toThrow(
      /ended with exit code 3\.\nThe port is taken\./,
    )
    expect(await group.exitCode).toBe(3)
  })

  it('kills a process that ignores SIGTERM', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const group = startProcessGroup({
      arguments: [
        '--eval',
        "process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6); console.log('here')",
      ],
      env: { PATH: process.env.PATH },
      onLine: () => resolve(),
    })
    await group.whileRunning(promise)
    await group.stop(50)
    expect(await group.ended).toBe('by SIGKILL')
  })

  it.each(['', '--watch'])('ends a process whose parent was killed: node %s', async (option) => {
    const folder = mkdtempSync(join(tmpdir(), 'process-group-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    // In watch mode, the parent of the script is the watcher.
    writeFileSync(
      join(folder, 'child.js'),
      'console.log(process.pid, process.ppid); setInterval(() => {}, 1e6)',
    )
    const words = JSON.stringify([option, join(folder, 'child.js')].filter(Boolean))
    const module = new URL('process-group.ts', import.meta.url).href
    const { promise, resolve } = Promise.withResolvers<string>()
    const parent = startProcessGroup({
      arguments: [
        '--eval',
        `import('${module}').then(({ startProcessGroup }) =>
          startProcessGroup({ arguments: ${words}, env: {}, onLine: console.log }))`,
      ],
      env: { PATH: process.env.PATH },
      onLine: resolve,
    })
    const pids = (await parent.whileRunning(promise)).split(' ').map(Number)
    parent.killNow()
    await expect.poll(() => pids.filter(isAlive)).toEqual([])
  })
})
