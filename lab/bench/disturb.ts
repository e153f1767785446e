/**
 * A worker that repeats calls of an account until it receives a message. Reports that it starts, so that loading modules isn't part of the
 * load, and finally the number of replies by status.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { type Account, everyCall, heaviestCalls, send } from './neighbor-calls.ts'

const atOnce = 32
const pauseMs = 20
const { url, account, load } = workerData as { url: string; account: Account; load: 'heaviest' | 'every' }
let hasEnded = false
parentPort?.once('message', () => {
  hasEnded = true
})

async function disturb(url: string, account: Account): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  const calls = load === 'heaviest' ? heaviestCalls(account) : everyCall(account)
  const one = async (start: number) => {
    for (let at = start; !hasEnded; at += 1) {
      const { status } = await send(url, account, ...(calls[at % calls.length] ?? ['GET', '/whoami']))
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 429) await sleep(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, start) => one(start)))
  return statuses
}

// The first `fetch` of a thread loads its HTTP client.
await send(url, account, 'GET', '/health/live')
parentPort?.postMessage('started')
parentPort?.postMessage(await disturb(url, account))
