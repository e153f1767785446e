/** The ports of the local run. A variable can change each port. */
import { isPortFree } from './free-port.ts'

/** Variable, default port, service. */
const portTable = [
  ['PORTAL_PORT', 9000, 'the portal'],
  ['API_PORT', 9001, 'the auth API'],
  ['METRICS_PORT', 9009, "the auth API's metrics"],
  ['IDENTITY_PORT', 9002, 'the identity provider'],
  ['BILLING_PORT', 9003, 'the billing provider'],
  ['MAIL_PORT', 9004, 'the inbox page'],
  ['MAIL_SMTP_PORT', 9025, 'mail over SMTP'],
  ['ANALYTICS_PORT', 9005, 'the analytics service'],
  ['CI_PORT', 9006, 'the CI system'],
  ['RECEIVER_PORT', 9007, 'the webhook receiver'],
  ['LOCAL_INSTANCE_PORT', 8080, 'the local workspace instance'],
  ['MANAGED_INSTANCE_PORT', 8081, 'the managed workspace instance'],
] as const

export type PortVariable = (typeof portTable)[number][0]
export type Ports = Record<PortVariable, number>
type Environment = Readonly<Record<string, string | undefined>>

/** Adds `offset` to every default port, so that two runs don't conflict. */
export function defaultPorts(offset = 0): Ports {
  return Object.fromEntries(portTable.map(([variable, port]) => [variable, port + offset])) as Ports
}

/** Returns the ports as environment variables. */
export function portVariables(ports: Ports): Record<string, string> {
  return Object.fromEntries(Object.entries(ports).map(([variable, port]) => [variable, String(port)]))
}

/** Reads the ports. Throws if a value isn't a port or if two services have the same port. */
export function portsFromEnvironment(env: Environment): Ports {
  const ports = defaultPorts()
  for (const [variable] of portTable) {
    const given = env[variable]
    if (given === undefined || given === '') continue
    if (!/^\d{1,5}$/.test(given) || Number(given) < 1 || Number(given) > 65_535) {
      throw new Error(`${variable} must be a port number, but is "${given}".`)
    }
    ports[variable] = Number(given)
  }
  const owners = new Map<number, string>()
  for (const [variable] of portTable) {
    const other = owners.get(ports[variable])
    if (other) throw new Error(`${variable} and ${other} are both ${ports[variable]}. Set different ports.`)
    owners.set(ports[variable], variable)
  }
  return ports
}

/** Returns one message per taken port, with the variable that changes it. */
export async function takenPortSentences(ports: Ports): Promise<string[]> {
  const sentences: string[] = []
  for (const [variable, , what] of portTable) {
    if (await isPortFree(ports[variable])) continue
    sentences.push(
      `Port ${ports[variable]} for ${what} is taken by another process. Stop it, or set ${variable} to a free port.`,
    )
  }
  return sentences
}
