import { describe, expect, it } from 'vitest'
import { sharePing } from './service-routes.ts'

function shared() {
  let now = 1_000
  const pings: PromiseWithResolvers<void>[] = []
  const ping = sharePing(
    () => {
      const sent = Promise.withResolvers<void>()
      pings.push(sent)
      return sent.promise
    },
    () => new Date(now),
  )
  return { pings, ping, wait: (ms: number) => (now += ms) }
}

describe('sharePing', () => {
  it('shares one ping among all requests that wait for it, however long it takes', async () => {
    const { pings, ping, wait } = shared()
    const first = ping()
    wait(10_000)
    const second = ping()
    pings[0]?.resolve()
    await Promise.all([first, second])
    expect(pings).toHaveLength(1)
  })

  it('reuses the result for 250 ms, even that of a failed ping', async () => {
    const { pings, ping, wait } = shared()
    const first = ping()
    pings[0]?.reject(new Error('no answer'))
    await expect(first).rejects.toThrow('no answer')
    wait(249)
    await expect(ping()).rejects.toThrow('no answer')
    wait(1)
    const next = ping()
    pings[1]?.resolve()
    await next
    expect(pings).toHaveLength(2)
  })

  it('sends a new ping after the clock was set back', async () => {
    const { pings, ping, wait } = shared()
    const first = ping()
    pings[0]?.resolve()
    await first
    wait(-3_600_000)
    void ping()
    expect(pings).toHaveLength(2)
  })
})
