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
  type LocalAddress,
  localAddressFile,
  readLocalAddress,
} from '../../apps/api/src/db/local-database.ts'
import {
  connect,
  createCluster,
  inUse,
  passwordOf,
  type RunningPostgres,
  readLock,
  startCluster,
  stopCluster,
} from './cluster.ts'
import { LocalPostgresProblem, loadPrograms, type Programs } from './programs.ts'

const major = '18'
/** The advisory lock that the owner of the server holds. */
const ownerLock = 7_236_014_552
/** How long the server may take to notice that its owner was killed. */
const ownerLimitMs = 1_500
const newName = () => `postgres-${randomBytes(6).toString('hex')}`

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
  const moved = join(dataDir, 'postgres.moved')
  if (!isPresent(path) && isPresent(moved)) renameSync(moved, path)
  if (!isPresent(path)) create(programs, dataDir, log)
  if (programs.sharedFolder && lstatSync(path).isDirectory()) moveToSharedFolder(programs, path, moved)
  const folder = requireUsable(programs, path)
  await stopOrphan(programs, folder)
  const { port } = readLocalAddress(dataDir) ?? {}
  const server = await startCluster(programs, { folder, port, logFile: join(dataDir, 'postgres.log') })
  const owner = await connect(server.port, folder)
  if (!owner) throw new LocalPostgresProblem('PostgreSQL has ended unexpectedly.')
  await owner.query(`select pg_advisory_lock(${ownerLock})`)
  writeAddress(dataDir, { port: server.port, password: passwordOf(folder) })
  // Without this connection, the next start would take the server for an orphan.
  const isOwnerGone = new Promise((resolve) => owner.once('end', resolve))
  return { ...server, ended: Promise.race([server.ended, isOwnerGone]) }
}

/** Also true for a link to a missing folder. */
const isPresent = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined

function create(programs: Programs, dataDir: string, log: (line: string) => void): void {
  const earlier = join(dataDir, 'database')
  if (existsSync(join(earlier, 'PG_VERSION')))
    throw new LocalPostgresProblem(
      `${earlier} is the database of an earlier release, which this release can't read. To keep its data, copy it to a PostgreSQL server with "npm run move-to-postgres" of that release and set DATABASE_URL. To start over, move the folder away.`,
    )
  const { sharedFolder } = programs
  const path = join(dataDir, 'postgres')
  // Gets its name when it is complete, because an interrupted creation leaves a folder that can't be used. The draft's name is unique,
  // because another first start may be under way.
  const draft = join(sharedFolder ?? dataDir, newName())
  try {
    createCluster(programs, draft, randomBytes(24).toString('base64url'))
    if (sharedFolder) symlinkSync(draft, path)
    else renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    const { code = '' } = error as NodeJS.ErrnoException
    throw ['EEXIST', 'ENOTEMPTY'].includes(code) ? new LocalPostgresProblem(inUse) : error
  }
  if (sharedFolder)
    log(
      `PostgreSQL refuses to run as root, so it runs as the user "nobody". ${path} is a link to its folder in ${sharedFolder}.`,
    )
}

/**
 * Moves a folder out of the data folder, where `nobody` can't read it, such as one that root restored from a backup.
 * @param moved the name that the folder has until it is deleted
 */
function moveToSharedFolder({ sharedFolder = '', runAs }: Programs, path: string, moved: string): void {
  const { uid } = statSync(path)
  if (uid !== 0 && uid !== runAs.uid) throw ofAnotherUser(path, uid)
  const target = join(sharedFolder, newName())
  try {
    cpSync(path, target, { recursive: true })
    const { status } = spawnSync('chown', ['-R', `${runAs.uid}:${runAs.gid}`, target])
    if (status !== 0) throw new LocalPostgresProblem(`${target} could not be given to the user "nobody".`)
  } catch (error) {
    rmSync(target, { recursive: true, force: true })
    throw error
  }
  renameSync(path, moved)
  symlinkSync(target, path)
  rmSync(moved, { recursive: true })
}

/** Returns the folder behind `path`. */
function requireUsable({ runAs }: Programs, path: string): string {
  if (!existsSync(path))
    throw new LocalPostgresProblem(
      `${path} is a link to a folder that does not exist. Restore the folder from a backup, or remove the link to start over.`,
    )
  const folder = realpathSync(path)
  const { uid } = statSync(folder)
  if (process.getuid && uid !== (runAs.uid ?? process.getuid())) throw ofAnotherUser(path, uid)
  if (!existsSync(join(folder, 'PG_VERSION')))
    throw new LocalPostgresProblem(
      `${folder} holds no PostgreSQL database. Restore it from a backup, or move the folder away to start over.`,
    )
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version !== major)
    throw new LocalPostgresProblem(
      `${folder} holds data of PostgreSQL ${version}, but this release runs PostgreSQL ${major}. Copy the data to a PostgreSQL server with "npm run move-to-postgres" of the release that made it, or move the folder away to start over.`,
    )
  return folder
}

const ofAnotherUser = (path: string, uid: number) =>
  new LocalPostgresProblem(
    lstatSync(path).isSymbolicLink()
      ? `${path} was created by root. Run this command as root, or set DATA_DIR to another folder.`
      : `${path} belongs to another user (${uid}). Run this command as that user, or set DATA_DIR to another folder.`,
  )

/** Replaces the file in one step. */
function writeAddress(dataDir: string, address: LocalAddress): void {
  const draft = `${localAddressFile(dataDir)}.${process.pid}`
  writeFileSync(draft, JSON.stringify(address), { mode: 0o600 })
  renameSync(draft, localAddressFile(dataDir))
}

/** @throws LocalPostgresProblem if another run uses the server */
async function stopOrphan(programs: Programs, folder: string): Promise<void> {
  const { port = 0 } = readLock(folder) ?? {}
  const client = port > 0 ? await connect(port, folder) : undefined
  if (!client) return
  try {
    // Waits until the server has noticed that its owner was killed. The connection keeps the lock until the server has stopped, so
    // that two starts don't both stop it.
    await client.query(`set lock_timeout = ${ownerLimitMs}; select pg_advisory_lock(${ownerLock})`)
  } catch {
    await client.end().catch(() => {})
    throw new LocalPostgresProblem(inUse)
  }
  stopCluster(programs, folder)
}

/** Deletes the files of a stopped server, for data folders that are thrown away. */
export function removeLocalPostgres(dataDir: string): void {
  const path = join(dataDir, 'postgres')
  if (existsSync(path)) rmSync(realpathSync(path), { recursive: true, force: true })
  rmSync(path, { recursive: true, force: true })
}
