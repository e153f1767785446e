/** The ports of the local run: one row each, every one changeable by its variable. */
import { createServer } from 'node:net'

/** Variable, port by default, what listens there. */
const portTable = [
  ['PORTAL_PORT', 9000, 'the portal'],
  ['API_PORT', 9001, 'the auth API'],
  ['METRICS_PORT', 9009, "the auth API's metrics"],
  ['IDENTITY_PORT', 9002, 'the identity provider'],
  ['BILLING_PORT', 9003, 'the billing provider'],
  ['MAIL_PORT', 9004, 'the inbox page'],
  ['MAIL_SMTP_PORT', 9025, 'mail over SMTP'],
  ['ANALYTICS_PORT', 9005, 'the analytics service'],
  ['LOCAL_INSTANCE_PORT', 8080, 'the local workspace instance'],
  ['MANAGED_INSTANCE_PORT', 8081, 'the managed workspace instance'],
] as const

export type PortVariable = (typeof portTable)[number][0]
export type Ports = Record<PortVariable, number>
type Environment = Readonly<Record<string, string | undefined>>

/** Adds `offset` to every default, so that a second run fits beside the first. */
export function defaultPorts(offset = 0): Ports {
  return Object.fromEntries(portTable.map(([variable, port]) => [variable, port + offset])) as Ports
}

/** The ports as the environment variables that set them. */
export function portVariables(ports: Ports): Record<string, string> {
  return Object.fromEntries(Object.entries(ports).map(([variable, port]) => [variable, String(port)]))
}

/** Reads the ports. Throws a sentence for a value that is no port, and for two services on one. */
export function portsFromEnvironment(env: Environment): Ports {
  const ports = defaultPorts()
  for (const [variable] of portTable) {
    const given = env[variable]
    if (given === undefined || given === '') continue
    if (!/^\d{1,5}$/.test(given) || Number(given) < 1 || Number(given) > 65_535) {
      throw new Error(`${variable} must be a port number, and is "${given}".`)
    }
    ports[variable] = Number(given)
  }
  const owners = new Map<number, string>()
  for (const [variable] of portTable) {
    const other = owners.get(ports[variable])
    if (other)
      throw new Error(`${variable} and ${other} are both ${ports[variable]}: give each a port of its own.`)
    owners.set(ports[variable], variable)
  }
  return ports
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    // An address family that the machine lacks is not a taken port.
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'EADDRINUSE' && error.code !== 'EACCES'),
    )
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/** Both loopback addresses and all interfaces: a service on any of them is in the way. */
async function isFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1', '::']) if (!(await canListen(port, host))) return false
  return true
}

/** One sentence for each port that is taken, with the variable that changes it. */
export async function takenPortSentences(ports: Ports): Promise<string[]> {
  const sentences: string[] = []
  for (const [variable, , what] of portTable) {
    if (await isFree(ports[variable])) continue
    sentences.push(
      `Port ${ports[variable]} for ${what} is taken by another process. Stop it, or set ${variable} to a free port.`,
    )
  }
  return sentences
}
