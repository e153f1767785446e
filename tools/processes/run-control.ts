/**
 * Lets other commands control a local run. The run listens on a loopback port and writes port and secret to the data
 * folder. A caller with the secret can stop some of the processes for as long as its connection stays open.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Resume } from './supervise.ts'

export interface RunAddress {
  port: number
  secret: string
}

/** Each message is one line of JSON. */
export type ControlRequest = { secret: string; pid: number; stop: string[] } | { done: true }
export type ControlAnswer =
  | { state: 'stopped' }
  | { state: 'running'; isReady: boolean }
  | { problem: string }

const pollMs = 20
const goneWithinMs = 5_000

export const runAddressFile = (dataDir: string) => join(dataDir, 'local-run.json')

/** Returns the address of a data folder's local run, or undefined if the file is missing or damaged. */
export function readRunAddress(dataDir: string): RunAddress | undefined {
  const path = runAddressFile(dataDir)
  if (!existsSync(path)) return undefined
  try {
    const { port, secret } = JSON.parse(readFileSync(path, 'utf8')) as Partial<RunAddress>
    return typeof port === 'number' && typeof secret === 'string' ? { port, secret } : undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** A killed caller holds the database until its process has ended. */
async function untilGone(pid: number): Promise<void> {
  const deadline = Date.now() + goneWithinMs
  while (isAlive(pid) && Date.now() < deadline) await sleep(pollMs)
}

function readRequest(line: string | undefined, secret: string) {
  try {
    const { secret: given, pid, stop } = JSON.parse(line ?? '') as Record<string, unknown>
    const isKnown = given === secret && Number.isInteger(pid) && Array.isArray(stop)
    return isKnown ? { pid: Number(pid), names: stop.map(String) } : undefined
  } catch {
    return undefined
  }
}

export interface RunControl {
  close: () => void
}

/** Listens for other commands and writes the address to the data folder. */
export async function openRunControl(
  dataDir: string,
  pause: (names: readonly string[]) => Promise<Resume>,
): Promise<RunControl> {
  const secret = randomBytes(24).toString('base64url')
  const sockets = new Set<Socket>()
  let isBusy = false

  const serve = async (socket: Socket) => {
    const answer = (message: ControlAnswer) => socket.write(`${JSON.stringify(message)}\n`)
    const closed = once(socket, 'close')
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
    const next = async () => (await lines.next()).value as string | undefined
    const request = readRequest(await next(), secret)
    if (!request) return socket.destroy()
    if (isBusy) return socket.end(`${JSON.stringify({ problem: 'Another command is changing the data.' })}\n`)
    isBusy = true
    try {
      const resume = await pause(request.names)
      answer({ state: 'stopped' })
      const isDone = (await Promise.race([next(), closed.then(() => undefined)])) !== undefined
      if (!isDone) await untilGone(request.pid)
      answer({ state: 'running', isReady: await resume() })
    } finally {
      isBusy = false
      socket.end()
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    // A killed caller resets the connection, which counts as its end.
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    void serve(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(runAddressFile(dataDir), JSON.stringify({ port, secret }), { mode: 0o600 })

  return {
    close: () => {
      if (readRunAddress(dataDir)?.secret === secret) rmSync(runAddressFile(dataDir), { force: true })
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
