/** URLs that try to reach the operator's network, for the tests of issuers and webhooks. */
import { type AddressInfo, createServer } from 'node:net'
import { closeAtEnd } from './close-at-end.ts'

const hosts = [
  ...['127.0.0.1', '127.1', '127.255.255.254', '0x7f.1', '0x7f000001', '0177.0.0.1', '017700000001'],
  ...['2130706433', '127.0.0.1.', '①②⑦.0.0.1', '127。0。0。1', '%31%32%37.0.0.1', '0', '0.0.0.0'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::127.0.0.1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
  ...['[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fe80::1]', '[fd00::1]'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'hooks.localhost', 'intranet', 'vault.internal'],
  ...['printer.local.', 'router.home.arpa', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254'],
  'user:secret@127.0.0.1',
]

/** @param port of the server that must not be reached */
export const hostileUrls = (port: number): string[] => [
  `http://127.0.0.1:${port}/`,
  ...hosts.map((host) => `https://${host}:${port}/`),
]

/** Starts a server on every address of this computer that counts its connections. */
export async function startCanary(): Promise<{ port: number; hits(): number }> {
  let hits = 0
  const server = createServer((socket) => {
    hits += 1
    socket.destroy()
  })
  await new Promise<void>((ready) => server.listen(0, ready))
  closeAtEnd(async () => void server.close())
  return { port: (server.address() as AddressInfo).port, hits: () => hits }
}
