/**
 * A worker that repeats calls of an account between the messages `start` and `stop`, and then reports the number of replies by status.
 * It runs for the whole benchmark, so that loading and compiling it isn't part of the load.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { type Account, everyCall, heaviestCalls, sendAndDiscard } from './neighbor-calls.ts'

const atOnce = 32
const pauseMs = 20
const { url, account, load } = workerData as { url: string; account: Account; load: 'heaviest' | 'every' }
const calls = load === 'heaviest' ? heaviestCalls(account) : everyCall(account)
let isRunning = false

async function disturb(): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  const one = async (start: number) => {
    for (let at = start; isRunning; at += 1) {
      const status = await sendAndDiscard(url, account, ...(calls[at % calls.length] ?? ['GET', '/whoami']))
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 429) await sleep(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, start) => one(start)))
  return statuses
}

parentPort?.on('message', async (message: 'start' | 'stop') => {
  isRunning = message === 'start'
  if (isRunning) parentPort?.postMessage(await disturb())
})
