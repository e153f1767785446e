/** A worker that keeps 32 calls of an account in flight for some seconds, and then reports the number of replies by status. */
import { parentPort, workerData } from 'node:worker_threads'
import autocannon from 'autocannon'
import type { Request } from './load.ts'

export interface Disturbance {
  url: string
  requests: Request[]
  seconds: number
}

const { url, requests, seconds } = workerData as Disturbance
const connections = 32
let clients = 0
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  // Each client starts with another call, so that the calls are mixed.
  setupClient(client) {
    const start = Math.floor((requests.length * clients) / connections)
    client.setRequests([...requests.slice(start), ...requests.slice(0, start)])
    clients += 1
  },
})
parentPort?.postMessage(result.statusCodeStats)
