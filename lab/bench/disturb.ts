/** A worker that sends the heaviest calls of an account until it receives a message. Reports the number of replies by status. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { type Account, send } from './neighbor-calls.ts'

const atOnce = 32
const pauseMs = 20
const { url, account } = workerData as { url: string; account: Account }
let hasEnded = false
parentPort?.once('message', () => {
  hasEnded = true
})

/** The heaviest calls of an account, sent one after another. */
function worstCalls({ userId, workspaceIds }: Account): (readonly [string, string, object?])[] {
  const [id] = workspaceIds
  return [
    ['GET', '/workspaces'],
    ['GET', `/workspace/${id}/activity?text=none-has-this`],
    ['GET', `/workspace/${id}/activity.csv`],
    ['GET', `/users/${userId}/data`],
    ['GET', `/workspace/${id}/members`],
    ['POST', '/workspaces/new', { displayName: 'More', instanceUrl: 'http://localhost:8080' }],
    ['PATCH', `/workspaces/${id}/favourite`, { isFavourite: true }],
    ['GET', `/users/${userId}/billingDetails`],
  ]
}

async function disturb(url: string, account: Account): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  const calls = worstCalls(account)
  const one = async (start: number) => {
    for (let at = start; !hasEnded; at += 1) {
      const [method, path, body] = calls[at % calls.length] ?? ['GET', '/whoami']
      const { status } = await send(url, account, method, path, body)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 429) await sleep(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, start) => one(start)))
  return statuses
}

parentPort?.postMessage(await disturb(url, account))
