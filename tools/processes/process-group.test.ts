import { describe, expect, it } from 'vitest'
import { freePort } from './free-port.ts'
import { startProcessGroup } from './process-group.ts'

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
})
