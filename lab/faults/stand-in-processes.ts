import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { localEnvironment } from '../../tools/processes/local-environment.ts'
import { defaultPorts } from '../../tools/processes/ports.ts'
import { type ProcessGroup, startProcessGroup } from '../../tools/processes/process-group.ts'
import { localProcesses } from '../../tools/processes/processes.ts'

export type ServiceName = 'identity' | 'billing' | 'mail' | 'analytics'
export type FailureMode = 'down' | 'error' | 'slow' | 'none'

const names: readonly string[] = ['identity', 'billing', 'mail', 'analytics']
const root = join(import.meta.dirname, '../..')
const stopWithinMs = 2_000
const readyWithinMs = 30_000

/** The stand-ins of the outside services. A fault can make each of them fail. */
export interface StandInProcesses {
  /** The environment variables that point the API to them. */
  environment: Record<string, string>
  fail(service: ServiceName, mode: FailureMode): Promise<void>
  /** Returns the number of mails that an address received. */
  mailsTo(address: string): Promise<number>
  stop(): Promise<void>
}

/** @param portOffset added to the ports of a local run to avoid conflicts with it */
export async function startStandIns(dataDir: string, portOffset: number): Promise<StandInProcesses> {
  const ports = defaultPorts(portOffset)
  mkdirSync(dataDir, { recursive: true })
  const environment = localEnvironment(ports, { PATH: process.env.PATH, DATA_DIR: dataDir })
  const rows = localProcesses(ports).filter(({ name }) => names.includes(name))
  const groups: ProcessGroup[] = rows.map((row) =>
    startProcessGroup({ arguments: row.arguments, cwd: root, env: environment, onLine: () => {} }),
  )
  await Promise.all(
    groups.map((group, index) => group.untilReady(rows[index]?.readyAddress ?? '', readyWithinMs)),
  )
  const addressOf = (service: ServiceName) => rows.find(({ name }) => name === service)?.address ?? ''
  const { OIDC_ISSUER = '', STRIPE_API_URL = '', SMTP_URL = '' } = environment
  return {
    environment: { OIDC_ISSUER, STRIPE_API_URL, SMTP_URL },
    async fail(service, mode) {
      const response = await fetch(`${addressOf(service)}/api/failure`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ mode }),
      })
      if (!response.ok) throw new Error(`${service} did not accept the failure mode: ${response.status}`)
    },
    async mailsTo(address) {
      const response = await fetch(`${addressOf('mail')}/api/messages?to=${encodeURIComponent(address)}`)
      return ((await response.json()) as unknown[]).length
    },
    stop: async () => {
      await Promise.all(groups.map((group) => group.stop(stopWithinMs)))
    },
  }
}
