/** Finds PostgreSQL and PgBouncer on this machine, or installs the distribution's packages. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const debianFolder = '/usr/lib/postgresql'

/** The folder of the newest PostgreSQL of the distribution. */
function installedPostgres(): string | undefined {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  const newest = versions.toSorted((one, other) => Number(other) - Number(one))[0]
  const folder = newest && join(debianFolder, newest, 'bin')
  return folder && existsSync(join(folder, 'pg_basebackup')) ? folder : undefined
}

/** Installs packages of the distribution without their recommendations. Their services don't start. */
export function installPackages(...names: string[]): void {
  const list = names.join(' ')
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error(`Install these programs first: ${list}. As root on Debian they are installed for you.`)
  // Otherwise Debian's packages start a server.
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const run = (...parts: string[]) =>
    execFileSync('apt-get', ['-qq', ...parts], { env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
  run('update')
  run('install', '--yes', '--no-install-recommends', ...names)
  console.error(`Installed ${list}. Remove them with: apt-get purge ${list}`)
}

export interface Programs {
  /** The folder of PostgreSQL's programs. */
  postgres: string
  pgbouncer: string
  /** The user of the programs if this process runs as root, which PostgreSQL refuses. */
  runAs: { uid?: number; gid?: number }
  /** For the heading of the table. */
  versions: string
}

export function findPrograms(): Programs {
  const pgbouncer = '/usr/sbin/pgbouncer'
  if (!installedPostgres() || !existsSync(pgbouncer)) installPackages('postgresql', 'pgbouncer')
  const postgres = installedPostgres()
  if (!postgres) throw new Error('PostgreSQL was not found.')
  const numberOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const versionOf = (program: string) => String(spawnSync(program, ['--version']).stdout).split('\n')[0]
  return {
    postgres,
    pgbouncer,
    runAs: process.getuid?.() === 0 ? { uid: numberOf('-u'), gid: numberOf('-g') } : {},
    versions: `${versionOf(join(postgres, 'postgres'))}, ${versionOf(pgbouncer)}`,
  }
}
