import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Browsers may resolve `localhost` to either address. */
const [ipv4, ipv6] = ['127.0.0.1', '::1']

function portOf(server: Server, asked: number): number {
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : asked
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen({ host, port })
  await once(server, 'listening')
}

/** A machine may lack IPv6. A taken port is an error unless any port is acceptable. */
async function listenOnIpv6(server: Server, port: number, isAnyPort: boolean): Promise<void> {
  const bearable = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', ...(isAnyPort ? ['EADDRINUSE'] : [])]
  try {
    await listen(server, ipv6, port)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!bearable.includes(code)) throw error
  }
}

/** Listens on the loopback addresses only. @returns the actual port */
export async function listenOnLoopback(app: FastifyInstance, port: number): Promise<number> {
  const second = createServer((request, response) => app.routing(request, response))
  app.addHook('preClose', async () => {
    second.close()
    second.closeAllConnections()
  })
  await app.listen({ host: ipv4, port })
  const taken = portOf(app.server, port)
  await listenOnIpv6(second, taken, port === 0)
  return taken
}

/** The same for a server that doesn't speak HTTP. `makeServer` is called once for each address. */
export async function listenOnLoopbackWith(
  makeServer: () => Server,
  port: number,
): Promise<{ port: number; servers: Server[] }> {
  const servers = [makeServer(), makeServer()] as const
  await listen(servers[0], ipv4, port)
  const taken = portOf(servers[0], port)
  await listenOnIpv6(servers[1], taken, port === 0)
  return { port: taken, servers: [...servers] }
}
