import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../apps/api/src/db/database.ts'
import { makeWorkspace, type WorkspaceRow } from '../../apps/api/src/testing/factories.ts'
import { localEnvironment } from '../../tools/processes/local-environment.ts'
import { defaultPorts } from '../../tools/processes/ports.ts'
import { localProcesses } from '../../tools/processes/processes.ts'
import { makePerson, type Person, send } from '../callers.ts'
import {
  type Environment,
  type Lab,
  type ServerProcess,
  startApi,
  startLab,
  startServer,
} from '../processes.ts'
import { FailingNetwork } from './failing-network.ts'
import type { Seen } from './fault.ts'

export interface Fault {
  name: string
  expected: string
  run: (world: World) => Promise<Seen>
}

export interface Answer {
  /** 0 if the connection failed. */
  status: number
  ms: number
  location: string
  errorType: string | undefined
}

const serviceNames = ['identity', 'billing', 'mail', 'analytics'] as const
export type ServiceName = (typeof serviceNames)[number]
export type FailureMode = 'down' | 'error' | 'slow' | 'none'

/** The API on PostgreSQL with services that can be made to fail, and a signed-in owner of a workspace. */
export interface World extends Lab, StandIns {
  api: ServerProcess
  network: FailingNetwork
  /** A direct connection that bypasses the failing network. */
  database: Database
  /** The environment variables of every API process. */
  apiEnvironment: Environment
  owner: Person
  workspace: WorkspaceRow
  /** Sends a request as the owner to an API process. */
  ask(method: string, path: string, body?: object, api?: { url: string }): Promise<Answer>
}

interface StandIns {
  /** Makes a service fail. */
  fail(service: ServiceName, mode: FailureMode): Promise<void>
  /** Returns the number of mails that an address received. */
  mailsTo(address: string): Promise<number>
}

/** Added to the ports of a local run to avoid conflicts with it. */
const portOffset = Number(process.env.FAULTS_PORT_OFFSET ?? 500)
const answerWithinMs = 30_000

/** Sends one request as a signed-in user. Returns status 0 for a failed connection. */
export async function askAs(
  session: string,
  { url, method, path, body }: { url: string; method: string; path: string; body?: object | undefined },
): Promise<Answer> {
  const began = performance.now()
  const msSince = () => Math.round(performance.now() - began)
  try {
    const response = await send(url + path, method, { session }, body, AbortSignal.timeout(answerWithinMs))
    const text = await response.text()
    const error =
      response.status >= 400 ? (JSON.parse(text) as { error?: { type?: string } }).error : undefined
    const location = response.headers.get('location') ?? ''
    return { status: response.status, ms: msSince(), location, errorType: error?.type }
  } catch {
    return { status: 0, ms: msSince(), location: '', errorType: undefined }
  }
}

/** Starts the stand-ins of the outside services. Returns the environment of an API that uses them. */
async function startStandIns(dataDir: string): Promise<StandIns & { environment: Environment }> {
  const ports = defaultPorts(portOffset)
  mkdirSync(dataDir, { recursive: true })
  const env = localEnvironment(ports, { PATH: process.env.PATH, DATA_DIR: dataDir })
  const rows = localProcesses(ports).filter(({ name }) => serviceNames.some((service) => service === name))
  await Promise.all(
    rows.map(({ arguments: [file = ''], readyAddress = '' }) =>
      startServer({ file, url: readyAddress, readyPath: '', env }),
    ),
  )
  const addressOf = (service: ServiceName) => rows.find(({ name }) => name === service)?.address ?? ''
  const { OIDC_ISSUER = '', STRIPE_API_URL = '', SMTP_URL = '' } = env
  return {
    environment: { OIDC_ISSUER, STRIPE_API_URL, SMTP_URL },
    async fail(service, mode) {
      const response = await send(`${addressOf(service)}/api/failure`, 'PUT', {}, { mode })
      if (!response.ok) throw new Error(`${service} did not accept the failure mode: ${response.status}`)
    },
    async mailsTo(address) {
      const response = await fetch(`${addressOf('mail')}/api/messages?to=${encodeURIComponent(address)}`)
      return ((await response.json()) as unknown[]).length
    },
  }
}

/** Starts everything. The caller must call `remove`. */
export async function startWorld(): Promise<World> {
  const lab = await startLab()
  try {
    const network = new FailingNetwork(lab.databaseUrl)
    await network.open()
    const { environment, ...standIns } = await startStandIns(join(lab.dataDir, 'services'))
    const apiEnvironment = { ...lab.environment, ...environment, DATABASE_URL: network.url }
    const api = await startApi(apiEnvironment)
    const database = await lab.open()
    const owner = await makePerson(database)
    return {
      ...lab,
      ...standIns,
      ...{ api, network, database, apiEnvironment, owner },
      workspace: await makeWorkspace(database, owner.user),
      ask: (method, path, body, at = api) => askAs(owner.session, { url: at.url, method, path, body }),
      async remove() {
        await network.goAway()
        await lab.remove()
      },
    }
  } catch (error) {
    await lab.remove()
    throw error
  }
}
