import { expect, it } from 'vitest'
import { freePort } from './free-port.ts'

it('freePort returns a port below the ephemeral range', async () => {
  const port = await freePort()
  expect(port).toBeGreaterThanOrEqual(10_000)
  expect(port).toBeLessThan(32_000)
})
