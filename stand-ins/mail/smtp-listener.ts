import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { type FailureSwitch, slowMs } from '../serving/failure-switch.ts'
import type { MessageStore } from './message-store.ts'

const maxMessageBytes = 25 * 1024 * 1024

function temporaryFailure(message: string): Error {
  return Object.assign(new Error(message), { responseCode: 451 })
}

/** Accepts any mail from this computer. The failure switch also applies to pooled connections. */
export function createSmtpListener(store: MessageStore, failure: FailureSwitch) {
  const sockets = new Set<Socket>()
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

  const accept = (socket: Socket) => {
    if (failure.mode === 'down') return socket.destroy()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    return smtp.connect(socket)
  }
  // Clients may resolve `localhost` to either address, and a machine may lack IPv6.
  const [ipv4, ipv6] = [createServer(accept), createServer(accept).on('error', () => undefined)]

  return {
    /** @returns the actual port */
    async listen(wanted: number): Promise<number> {
      await once(ipv4.listen(wanted, '127.0.0.1'), 'listening')
      const { port } = ipv4.address() as AddressInfo
      ipv6.listen(port, '::1')
      return port
    },
    async close(): Promise<void> {
      stopped.abort()
      ipv4.close()
      ipv6.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
