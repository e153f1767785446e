import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openRunControl, type RunControl, readRunAddress, runAddressFile } from './run-control.ts'
import { whileStopped } from './while-stopped.ts'

let dataDir: string
let control: RunControl
/** What happened, in order. */
let events: string[]
let mayResume: Promise<void>

const log = (message: string) => void events.push(message)

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-run-control-'))
  events = []
  mayResume = Promise.resolve()
  control = await openRunControl(dataDir, async (names) => {
    events.push(`stopped ${names}`)
    return async () => {
      await mayResume
      events.push('started')
      return true
    }
  })
})
afterEach(() => {
  control.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const work = async () => {
  events.push('worked')
  return 7
}

describe('a command that needs the database of a local run', () => {
  it('runs while the processes are stopped, and returns when they run again', async () => {
    expect(await whileStopped(dataDir, ['api', 'billing'], log, work)).toBe(7)
    expect(events).toEqual([
      'Pausing api and billing of the local run.',
      'stopped api,billing',
      'worked',
      'started',
      'Everything is running again.',
    ])
  })

  it('restarts the processes if it fails', async () => {
    const failing = () => Promise.reject(new Error('The disk is full.'))
    await expect(whileStopped(dataDir, ['api'], log, failing)).rejects.toThrow('The disk is full.')
    expect(events).toContain('started')
  })

  it('restarts the processes if its connection breaks', async () => {
    const { port = 0, secret } = readRunAddress(dataDir) ?? {}
    const socket = connect(port, '127.0.0.1')
    const gone = 2 ** 22 + 1
    socket.write(`${JSON.stringify({ secret, pid: gone, stop: ['api'] })}\n`)
    await once(socket, 'data')
    socket.destroy()
    await vi.waitFor(() => expect(events).toEqual(['stopped api', 'started']), 60_000)
  })

  it('is refused with a message while another command runs', async () => {
    const first = Promise.withResolvers<void>()
    const began = Promise.withResolvers<void>()
    const holding = whileStopped(dataDir, ['api'], log, () => {
      began.resolve()
      return first.promise
    })
    await began.promise
    await expect(whileStopped(dataDir, ['api'], log, work)).rejects.toThrow(
      'Another command is changing the data. Try again in a moment.',
    )
    first.resolve()
    await holding
    expect(events).not.toContain('worked')
  })

  it('fails with a message if the local run stops in the meantime', async () => {
    const stopping = async () => control.close()
    await whileStopped(dataDir, ['api'], log, stopping)
    expect(events.at(-1)).toBe('The local run has stopped in the meantime.')
  })

  it('runs directly without a local run, and with the file of a killed one', async () => {
    control.close()
    expect(existsSync(runAddressFile(dataDir))).toBe(false)
    await whileStopped(dataDir, ['api'], log, work)
    writeFileSync(runAddressFile(dataDir), JSON.stringify({ port: 1, secret: 'old' }))
    await whileStopped(dataDir, ['api'], log, work)
    writeFileSync(runAddressFile(dataDir), 'half a li')
    await whileStopped(dataDir, ['api'], log, work)
    expect(events).toEqual(['worked', 'worked', 'worked'])
  })
})

describe('the address of a local run', () => {
  it('is readable by its user only', () => {
    expect(statSync(runAddressFile(dataDir)).mode & 0o077).toBe(0)
  })

  it.each([
    '{"secret":"guessed","pid":1,"stop":["api"]}',
    '{"pid":1,"stop":["api"]}',
    'null',
    'GET / HTTP/1.1',
  ])('stops nothing for a caller who says %s', async (line) => {
    const socket = connect(readRunAddress(dataDir)?.port ?? 0, '127.0.0.1')
    socket.write(`${line}\n`)
    expect(await text(socket)).toBe('')
    expect(events).toEqual([])
  })

  it('is not removed by an earlier run on the same data folder', async () => {
    const later = await openRunControl(dataDir, async () => async () => true)
    control.close()
    expect(readRunAddress(dataDir)).toBeDefined()
    later.close()
    expect(readRunAddress(dataDir)).toBeUndefined()
  })
})
