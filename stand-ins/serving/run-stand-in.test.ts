import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../tools/processes/free-port.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

let folder: { path: string; remove: () => Promise<void> }

beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

function run(port: number, smtpPort: number) {
  return spawn(process.execPath, [fileURLToPath(new URL('../mail/main.ts', import.meta.url))], {
    env: { ...process.env, DATA_DIR: folder.path, MAIL_PORT: String(port), MAIL_SMTP_PORT: String(smtpPort) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

describe('a stand-in as a process', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'prints where it listens, and stops immediately on %s',
    async (signal) => {
      const port = await freePort()
      const child = run(port, await freePort())
      const [line] = await once(child.stdout, 'data')
      expect(String(line)).toContain(`listens on http://localhost:${port}`)
      const began = Date.now()
      child.kill(signal)
      expect(await once(child, 'exit')).toEqual([0, null])
      expect(Date.now() - began).toBeLessThan(10_000)
    },
  )

  it('exits with 1 and names the port if it is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const taken = address !== null && typeof address === 'object' ? address.port : 0
    const child = run(taken, await freePort())
    const [[code], said] = await Promise.all([once(child, 'exit'), text(child.stderr)])
    other.close()
    expect(code).toBe(1)
    expect(said.trim()).toBe(`The mail stand-in cannot start: port ${taken} is taken by another program.`)
  })
})
