import { createServer, type Server, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { type FailureSwitch, slowMs } from '../serving/failure-switch.ts'
import { listenOnLoopbackWith } from '../serving/loopback.ts'
import type { MessageStore } from './message-store.ts'

const maxMessageBytes = 25 * 1024 * 1024

interface SmtpListener {
  /** @returns the actual port */
  listen(port: number): Promise<number>
  close(): Promise<void>
}

function temporaryFailure(message: string): Error {
  return Object.assign(new Error(message), { responseCode: 451 })
}

/** Accepts any mail from this computer. The failure switch also applies to pooled connections. */
export function createSmtpListener(store: MessageStore, failure: FailureSwitch): SmtpListener {
  const sockets = new Set<Socket>()
  let listeners: Server[] = []
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
  // Ignore clients that disconnect in the middle of a message.
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

  return {
    async listen(port) {
      const listening = await listenOnLoopbackWith(() => createServer(accept), port)
      listeners = listening.servers
      return listening.port
    },
    async close() {
      stopped.abort()
      for (const listener of listeners) listener.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
