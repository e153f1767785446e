/**
 * The durable PostgreSQL of the local run. Its files are in the folder `postgres` of the data folder, its port and password in
 * `postgres.json`. For root, `postgres` is a link (see programs.ts).
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import {
  type LocalDatabase,
  localDatabaseFile,
  readLocalDatabase,
} from '../../apps/api/src/db/local-database.ts'
import { connect, createCluster, type RunningPostgres, startCluster, stopCluster } from './cluster.ts'
import { LocalPostgresProblem, loadPrograms, type Programs } from './programs.ts'

const major = '18'
/** The advisory lock that the owner of the server holds. */
const ownerLock = 7_236_014_552
const draftName = 'postgres.unfinished-'
const newDraftName = () => draftName + randomBytes(6).toString('hex')

/**
 * Creates the server's files if there are none, and starts it. A server that a killed run has left behind is stopped first.
 * @throws LocalPostgresProblem with what the user can do
 */
export async function startLocalPostgres(
  dataDir: string,
  log: (line: string) => void,
): Promise<RunningPostgres> {
  const programs = await loadPrograms()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'postgres')
  if (!isPresent(path)) create(programs, dataDir, log)
  const folder = adopt(programs, path)
  requireUsable(programs, folder)
  const { port: earlierPort, password } = requireAddress(dataDir)
  await stopOrphan(programs, { folder, password, port: earlierPort })
  const server = await startCluster(programs, { folder, password, logFile: join(dataDir, 'postgres.log') })
  const owner = await connect(server.port, password)
  await owner?.query(`select pg_advisory_lock(${ownerLock})`)
  writeAddress(dataDir, { port: server.port, password })
  removeDrafts(dataDir)
  return server
}

/** Also true for a link to a missing folder. */
const isPresent = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined

function create(programs: Programs, dataDir: string, log: (line: string) => void): void {
  const earlier = join(dataDir, 'database')
  if (existsSync(join(earlier, 'PG_VERSION')))
    throw new LocalPostgresProblem(
      `${earlier} is the database of an earlier release, which this release can't read. To keep its data, copy it to a PostgreSQL server with "npm run move-to-postgres" of that release and set DATABASE_URL. To start over, move the folder away.`,
    )
  const password = randomBytes(24).toString('base64url')
  // Renamed when it is complete, because an interrupted creation leaves a folder that can't be used.
  const draft = join(programs.sharedFolder ?? dataDir, newDraftName())
  try {
    createCluster(programs, draft, password)
    writeAddress(dataDir, { port: 0, password })
    moveInto(programs, draft, join(dataDir, 'postgres'))
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  if (programs.sharedFolder)
    log(
      `PostgreSQL refuses to run as root, so it runs as the user "nobody". ${join(dataDir, 'postgres')} is a link to its folder in ${programs.sharedFolder}.`,
    )
}

/** Moves a server's files to the data folder, or to root's shared folder with a link in the data folder. */
function moveInto({ sharedFolder }: Programs, folder: string, path: string): void {
  const target = sharedFolder ? join(sharedFolder, `postgres-${randomBytes(6).toString('hex')}`) : path
  renameSync(folder, target)
  if (sharedFolder) symlinkSync(target, path)
}

/**
 * Returns the folder with the server's files. Root can't use a folder in the data folder itself, such as one restored from a
 * backup, so it is moved.
 */
function adopt(programs: Programs, path: string): string {
  const { sharedFolder, runAs } = programs
  if (sharedFolder && lstatSync(path).isDirectory()) {
    const { uid } = statSync(path)
    if (uid !== 0 && uid !== runAs.uid) throw ofAnotherUser(path, uid)
    const draft = join(sharedFolder, newDraftName())
    cpSync(path, draft, { recursive: true })
    spawnSync('chown', ['-R', `${runAs.uid}:${runAs.gid}`, draft])
    rmSync(path, { recursive: true })
    moveInto(programs, draft, path)
  }
  if (!existsSync(path))
    throw new LocalPostgresProblem(
      `${path} is a link to a folder that does not exist. Restore the folder from a backup, or remove the link to start over.`,
    )
  return realpathSync(path)
}

function requireUsable({ runAs }: Programs, folder: string): void {
  const { uid } = statSync(folder)
  if (process.getuid && uid !== (runAs.uid ?? process.getuid())) throw ofAnotherUser(folder, uid)
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version !== major)
    throw new LocalPostgresProblem(
      `${folder} holds data of PostgreSQL ${version}, but this release runs PostgreSQL ${major}. Copy the data to a PostgreSQL server with "npm run move-to-postgres" of the release that made it, or move the folder away to start over.`,
    )
}

const ofAnotherUser = (path: string, uid: number) =>
  new LocalPostgresProblem(
    `${path} belongs to another user (${uid}). Run this command as that user, or set DATA_DIR to another folder.`,
  )

function requireAddress(dataDir: string): LocalDatabase {
  const address = readLocalDatabase(dataDir)
  if (address) return address
  throw new LocalPostgresProblem(
    `${localDatabaseFile(dataDir)}, which holds the password of the local database, is missing or damaged. Restore it from a backup, or move the folder "postgres" beside it away to start over.`,
  )
}

/** Replaces the file in one step. */
function writeAddress(dataDir: string, address: LocalDatabase): void {
  const draft = `${localDatabaseFile(dataDir)}.${process.pid}`
  writeFileSync(draft, JSON.stringify(address), { mode: 0o600 })
  renameSync(draft, localDatabaseFile(dataDir))
}

/** @throws LocalPostgresProblem if another run uses the server */
async function stopOrphan(
  programs: Programs,
  { folder, password, port }: LocalDatabase & { folder: string },
): Promise<void> {
  const client = port > 0 ? await connect(port, password) : undefined
  if (!client) return
  const { rows } = await client.query<{ isFree: boolean }>(
    `select pg_try_advisory_lock(${ownerLock}) as "isFree"`,
  )
  await client.end()
  if (!rows[0]?.isFree)
    throw new LocalPostgresProblem(
      'Another run uses this data folder. Stop it with Ctrl-C, or set DATA_DIR to another folder.',
    )
  stopCluster(programs, folder)
}

/** An interrupted creation has left them behind. */
function removeDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir))
    if (name.startsWith(draftName)) rmSync(join(dataDir, name), { recursive: true, force: true })
}

/** Deletes the files of a stopped server, for data folders that are thrown away. */
export function removeLocalPostgres(dataDir: string): void {
  const path = join(dataDir, 'postgres')
  if (existsSync(path)) rmSync(realpathSync(path), { recursive: true, force: true })
  rmSync(path, { recursive: true, force: true })
}
