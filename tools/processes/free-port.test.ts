import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { freePort, isPortFree } from './free-port.ts'

it('freePort returns a port below the ephemeral range', async () => {
  const port = await freePort()
  expect(port).toBeGreaterThanOrEqual(10_000)
  expect(port).toBeLessThan(32_000)
})

it('isPortFree returns false for a port in use', async () => {
  const port = await freePort()
  expect(await isPortFree(port)).toBe(true)
  const server = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  expect(await isPortFree(port)).toBe(false)
})
