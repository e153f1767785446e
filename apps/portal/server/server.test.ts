import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../tools/processes/free-port.ts'

const entry = fileURLToPath(new URL('../server.ts', import.meta.url))
let folder: string
let child: ChildProcess | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-build-'))
  writeFileSync(join(folder, 'index.html'), '<head><!--runtime-config--></head>')
})

afterEach(() => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

function startPortal(env: Record<string, string>): ChildProcess & { output: () => string } {
  let output = ''
  const started = spawn(process.execPath, [entry], {
    env: { PATH: process.env.PATH, PORTAL_BUILD_DIR: folder, ...env },
  })
  for (const stream of [started.stdout, started.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  child = started
  return Object.assign(started, { output: () => output })
}

describe('portal process', () => {
  it('reports that its port is in use and exits with 1', async () => {
    const port = await freePort()
    const occupant = createServer().listen(port)
    await once(occupant, 'listening')
    const portal = startPortal({ PORTAL_PORT: String(port) })
    const [code] = await once(portal, 'close')
    occupant.close()
    expect(code).toBe(1)
    expect(portal.output()).toBe(
      `Port ${port} is taken by another process. Stop it, or set PORTAL_PORT to a free port.\n`,
    )
  })

  it('lists every configuration problem and exits with 1', async () => {
    const portal = startPortal({ PORTAL_PORT: 'nine', API_URL: 'nowhere' })
    const [code] = await once(portal, 'close')
    expect(code).toBe(1)
    expect(portal.output()).toContain('PORTAL_PORT must be a port number\n  - API_URL must be')
  })

  it('serves the page to a browser with 40 KB of cookies, and explains more than 64 KB', async () => {
    const port = await freePort()
    const portal = startPortal({ PORTAL_PORT: String(port) })
    await once(portal.stdout as NodeJS.ReadableStream, 'data')
    const withCookies = (length: number) =>
      fetch(`http://localhost:${port}/login`, { headers: { cookie: `a=${'x'.repeat(length)}` } })
    expect((await withCookies(40_000)).status).toBe(200)
    const refused = await withCookies(80_000)
    expect(refused.status).toBe(431)
    expect(await refused.text()).toContain('Delete the cookies of this site and reload the page.')
  })

  it('serves the page and exits with 0 on SIGTERM', async () => {
    const port = await freePort()
    const portal = startPortal({ PORTAL_PORT: String(port) })
    await once(portal.stdout as NodeJS.ReadableStream, 'data')
    expect(portal.output()).toBe(`The portal listens on port ${port}: http://localhost:${port}\n`)
    const reply = await fetch(`http://localhost:${port}/login`)
    await reply.text()
    portal.kill('SIGTERM')
    const [code] = await once(portal, 'close')
    expect([reply.status, code]).toEqual([200, 0])
  })
})
