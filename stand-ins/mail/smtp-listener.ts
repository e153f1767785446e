import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { type FailureSwitch, slowMs } from '../serving/failure-switch.ts'
import type { MessageStore } from './message-store.ts'

const maxMessageBytes = 25 * 1024 * 1024

export interface SmtpListener {
  listen(port: number): Promise<number>
  close(): Promise<void>
}

function temporaryFailure(message: string): Error {
  return Object.assign(new Error(message), { responseCode: 451 })
}

/** Takes any mail from anybody on this computer; fails as the switch says, pooled connections included. */
export function createSmtpListener(store: MessageStore, failure: FailureSwitch): SmtpListener {
  const sockets = new Set<Socket>()
  const listeners: Server[] = []
  const stopped = new AbortController()

  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    allowInsecureAuth: true,
    size: maxMessageBytes,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anybody' }),
    onMailFrom: (_address, _session, done) => {
      if (failure.mode === 'error') return done(temporaryFailure('This stand-in was told to fail'))
      if (failure.mode !== 'slow') return done()
      sleep(slowMs, undefined, { signal: stopped.signal }).then(
        () => done(),
        () => done(temporaryFailure('Stopping')),
      )
    },
    onData: (stream, session, done) => {
      const from = session.envelope.mailFrom
      const envelope = {
        from: from === false ? '' : from.address,
        to: session.envelope.rcptTo.map((recipient) => recipient.address),
      }
      buffer(stream)
        .then((source) => store.add(source, envelope))
        .then(
          (message) => done(null, `Kept as ${message.id}`),
          (error: unknown) => {
            console.error('A message could not be kept:', error)
            done(temporaryFailure('The message could not be kept'))
          },
        )
    },
  })
  // A client that hangs up in the middle is its own affair.
  smtp.on('error', () => undefined)

  failure.onChange((mode) => {
    if (mode === 'down') for (const socket of sockets) socket.destroy()
  })

  function accept(socket: Socket): void {
    if (failure.mode === 'down') {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    smtp.connect(socket)
  }

  async function listenOn(host: string, port: number): Promise<number> {
    const listener = createServer(accept)
    listener.listen(port, host)
    await once(listener, 'listening')
    listeners.push(listener)
    const address = listener.address()
    return address !== null && typeof address === 'object' ? address.port : port
  }

  return {
    /** Listens on every address that `localhost` has; answers the port. */
    async listen(port) {
      const [first, ...others] = await lookup('localhost', { all: true })
      const taken = await listenOn(first?.address ?? '127.0.0.1', port)
      // As the web server does: the first address must work, further ones are a convenience.
      for (const { address } of others) await listenOn(address, taken).catch(() => undefined)
      return taken
    },
    async close() {
      stopped.abort()
      for (const listener of listeners) listener.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
