import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ApiProcess, killAll } from './api-process.ts'

const limitMs = 120_000
const graceSeconds = 4

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-drain-'))
})
afterEach(async () => {
  await killAll()
  rmSync(dataDir, { recursive: true, force: true })
})

interface Answer {
  status: number | undefined
  headers: IncomingHttpHeaders
}

function ask(url: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume()
      response.once('end', () => resolve({ status: response.statusCode, headers: response.headers }))
    }).once('error', reject)
  })
}

it(
  'a stopping API reports that it is not ready, serves requests until the grace period ends, and exits with code 0',
  async () => {
    const api = await ApiProcess.start({ DATA_DIR: dataDir, DRAIN_GRACE_SECONDS: String(graceSeconds) })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const before = await ask(`${api.url}/health/live`, agent)
    expect(before.headers.connection).toBe('keep-alive')

    const toldAtMs = Date.now()
    process.kill(api.pid ?? 0, 'SIGTERM')
    await expect
      .poll(async () => (await ask(`${api.url}/health/ready`, agent)).status, {
        timeout: limitMs,
        interval: 20,
      })
      .toBe(503)
    const during = await ask(`${api.url}/`, agent)
    expect([during.status, during.headers.connection]).toEqual([200, 'close'])
    // A second signal must not shorten the grace period.
    process.kill(api.pid ?? 0, 'SIGTERM')

    expect(await api.exit()).toBe(0)
    expect(Date.now() - toldAtMs).toBeGreaterThanOrEqual(graceSeconds * 1_000)
    await expect(ask(`${api.url}/health/live`, agent)).rejects.toThrow('ECONNREFUSED')
    agent.destroy()
  },
  limitMs,
)

it(
  'a stopping API does not wait for idle connections',
  async () => {
    const api = await ApiProcess.start({ DATA_DIR: dataDir })
    const agent = new Agent({ keepAlive: true })
    await Promise.all(Array.from({ length: 20 }, () => ask(`${api.url}/health/live`, agent)))
    process.kill(api.pid ?? 0, 'SIGTERM')
    expect(await api.exit()).toBe(0)
    agent.destroy()
  },
  limitMs,
)

it(
  'a stopping API exits with code 0 while a client sends its request byte by byte',
  async () => {
    const api = await ApiProcess.start({ DATA_DIR: dataDir, REQUEST_TIMEOUT_SECONDS: '600' })
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write('POST /auth/introspect HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n')
    socket.write('Content-Type: application/json\r\n\r\n')
    const drip = setInterval(() => socket.write(' '), 100)
    await ask(`${api.url}/health/live`, new Agent())
    process.kill(api.pid ?? 0, 'SIGTERM')
    expect(await api.exit()).toBe(0)
    clearInterval(drip)
    socket.destroy()
  },
  limitMs,
)
