import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { type ControlAnswer, type ControlRequest, readRunAddress } from './run-control.ts'

const connectWithinMs = 2_000

/** The local run refused a request. The message is shown to the user. */
export class LocalRunProblem extends Error {}

async function connectTo(port: number): Promise<Socket | undefined> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(connectWithinMs) })
    socket.on('error', () => {})
    return socket
  } catch {
    // The run was killed and has left its file behind.
    socket.destroy()
    return undefined
  }
}

/**
 * Runs `work` while the named processes of this data folder's local run are stopped. They restart afterwards, even if
 * `work` fails or this process is killed. Without a local run, only runs `work`.
 */
export async function whileStopped<Result>(
  dataDir: string,
  names: string[],
  log: (message: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const run = readRunAddress(dataDir)
  const socket = run && (await connectTo(run.port))
  if (!run || !socket) return work()
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const say = (request: ControlRequest) => socket.write(`${JSON.stringify(request)}\n`)
  const answer = async (): Promise<ControlAnswer> => {
    const { value } = (await lines.next()) as { value?: string }
    if (value === undefined) throw new LocalRunProblem('The local run has stopped. Run the command again.')
    return JSON.parse(value) as ControlAnswer
  }
  try {
    log(`Pausing ${names.join(' and ')} of the local run.`)
    say({ secret: run.secret, pid: process.pid, stop: names })
    const first = await answer()
    if ('problem' in first) throw new LocalRunProblem(`${first.problem} Try again in a moment.`)
    try {
      return await work()
    } finally {
      say({ done: true })
      const last = await answer().catch(() => undefined)
      const isReady = last !== undefined && 'isReady' in last && last.isReady
      log(isReady ? 'Everything is running again.' : 'The local run has stopped in the meantime.')
    }
  } finally {
    socket.destroy()
  }
}
