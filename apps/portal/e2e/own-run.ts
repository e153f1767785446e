/** Starts separate processes for tests that need different terms or a different build. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { removeLocalPostgres } from '../../../tools/local-postgres/local-postgres.ts'
import { localEnvironment } from '../../../tools/processes/local-environment.ts'
import { defaultPorts } from '../../../tools/processes/ports.ts'
import { type ProcessGroup, startProcessGroup } from '../../../tools/processes/process-group.ts'
import { databaseProcess, localProcesses } from '../../../tools/processes/processes.ts'

const root = join(import.meta.dirname, '../../..')
/** The database of the API is created at the first start. */
const readyTimeoutMs = 120_000
const stopWithinMs = 10_000
/** The hash of eight characters at the end of a chunk's name. */
const chunkName = /-[\w-]{2}([\w-]{6})(?=\.(js|css)$)/
/** Keeps the ports apart from those of the shared run, and of runs that other workers start at the same time. */
const portOffset = 4_000 + 100 * Number(process.env.TEST_PARALLEL_INDEX || 0)

type Name = 'identity' | 'api' | 'portal'
type Environment = Record<string, string>

export interface OwnRun {
  api: string
  portal: string
  identityProvider: string
  /** Restarts these processes with extra environment variables. */
  restart(names: readonly Name[], env: Environment): Promise<void>
  /** Serves a build with different hashes, and returns the hash of the build. */
  serveOtherBuild(): Promise<string>
  /** Serves the first build again. */
  serveFirstBuild(): Promise<void>
  stop(): Promise<void>
}

/** Writes a build that differs from the given one in its hash and in the names of its chunks, and returns the hash. */
function writeOtherBuild(build: string, outDir: string): string {
  cpSync(build, outDir, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  const { buildHash } = JSON.parse(readFileSync(join(outDir, 'build-manifest.json'), 'utf8')) as {
    buildHash: string
  }
  const otherHash = buildHash.split('').reverse().join('')
  const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' })
  const chunks = new Set(files.map((path) => basename(path)).filter((name) => chunkName.test(name)))
  const otherNameOf = (name: string) => name.replace(chunkName, '-xx$1')
  for (const path of files.filter((path) => /\.(html|json|js|css)$/.test(path))) {
    const text = readFileSync(join(outDir, path), 'utf8')
    const changed = text
      .replaceAll(buildHash, otherHash)
      .replace(/[\w.-]+\.\w+/g, (word) => (chunks.has(word) ? otherNameOf(word) : word))
    writeFileSync(join(outDir, path), changed)
  }
  for (const path of files.filter((path) => chunks.has(basename(path))))
    renameSync(join(outDir, path), join(outDir, dirname(path), otherNameOf(basename(path))))
  return otherHash
}

export async function startOwnRun(env: Environment): Promise<OwnRun> {
  const ports = defaultPorts(Number(process.env.E2E_PORT_OFFSET || 0) + portOffset)
  const folder = mkdtempSync(join(tmpdir(), 'portal-own-run-'))
  const build = join(folder, 'build')
  cpSync(process.env.PORTAL_BUILD_DIR || join(root, 'apps/portal/dist'), build, { recursive: true })
  const rows = localProcesses(ports)
  const running = new Map<Name, ProcessGroup>()

  const dataDir = join(folder, 'data')
  const database = startProcessGroup({
    arguments: databaseProcess.arguments,
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
  })

  async function start(name: Name, more: Environment) {
    const row = rows.find((candidate) => candidate.name === name)
    if (!row?.readyAddress) throw new Error(`Unknown process "${name}".`)
    const all = localEnvironment(ports, {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      PORTAL_BUILD_DIR: build,
      STRIPE_SECRET_KEY: '',
      ...more,
    })
    const group = startProcessGroup({
      arguments: row.arguments,
      cwd: root,
      // A separate run starts no analytics service.
      env: { ...all, ANALYTICS_URL: '', ...row.env, ...more },
      onLine: () => {},
    })
    running.set(name, group)
    await group.untilReady(row.readyAddress, readyTimeoutMs)
  }

  async function stop(name: Name) {
    const group = running.get(name)
    running.delete(name)
    await group?.stop(stopWithinMs)
  }

  async function restart(names: readonly Name[], more: Environment) {
    await Promise.all(names.map(stop))
    await Promise.all(names.map((name) => start(name, more)))
  }

  const stopAll = async () => {
    await Promise.all([...running.keys()].map(stop))
    await database.stop(stopWithinMs)
    removeLocalPostgres(dataDir)
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    await database.whileRunning(database.firstMessage)
    await restart(['identity', 'api', 'portal'], env)
  } catch (error) {
    await stopAll()
    throw error
  }
  return {
    api: `http://localhost:${ports.API_PORT}`,
    portal: `http://localhost:${ports.PORTAL_PORT}`,
    identityProvider: `http://localhost:${ports.IDENTITY_PORT}`,
    restart,
    async serveOtherBuild() {
      const hash = writeOtherBuild(build, join(folder, 'other-build'))
      await restart(['portal'], { PORTAL_BUILD_DIR: join(folder, 'other-build') })
      return hash
    },
    serveFirstBuild: () => restart(['portal'], {}),
    stop: stopAll,
  }
}
