import { setTimeout as sleep } from 'node:timers/promises'

const defaultPollMs = 120
const requestTimeoutMs = 2_000

async function answers(address: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(address, {
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
      // The Vite dev server answers its page only to those who ask for one.
      headers: { accept: 'text/html,application/json' },
    })
    await response.body?.cancel()
    return response.status < 400
  } catch {
    return false
  }
}

/** Resolves true when the address answers with a success, false when `timeoutMs` have passed or `signal` fires. */
export async function waitUntilReady(
  address: string,
  timeoutMs: number,
  signal: AbortSignal,
  pollMs = defaultPollMs,
): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline && !signal.aborted) {
    if (await answers(address, signal)) return true
    await sleep(pollMs)
  }
  return false
}
