import { expect } from 'vitest'

/**
 * Waits two frames of real time, so that React finishes pending work. `vi.waitFor`, `expect.poll` and `expect.element`
 * advance a fake clock by 50 ms with every retry, so on a slow machine a test that counts milliseconds would count too
 * many.
 */
export async function settle(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
}

const patienceMs = 60_000

/** Waits in real time for a state without advancing a fake clock. */
export async function settleUntil(hasState: () => boolean): Promise<void> {
  const end = performance.now() + patienceMs
  while (!hasState() && performance.now() < end) await new Promise(requestAnimationFrame)
  expect(hasState()).toBe(true)
}
