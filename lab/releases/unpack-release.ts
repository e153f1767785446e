/** Earlier releases of this repository, to compare with this one. */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'

const repository = resolve(import.meta.dirname, '../..')

/** Packages of earlier releases that are no longer installed and that no experiment needs. They become empty plugins. */
const removedPackages = ['@fastify/swagger-ui']

export const git = (...parts: string[]): string =>
  execFileSync('git', parts, { cwd: repository, encoding: 'utf8', maxBuffer: 1e9 })

/**
 * Unpacks a commit into a temporary folder and links the installed packages, which must have the versions that the commit
 * needs. Returns the folder, which the caller removes.
 */
export function unpackRelease(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), `portal-${commit.slice(0, 7)}-`))
  const archive = execFileSync('git', ['archive', commit], { cwd: repository, maxBuffer: 1e9 })
  execFileSync('tar', ['--extract', '--directory', folder], { input: archive })
  linkPackages(folder)
  return folder
}

function linkPackages(folder: string): void {
  const installed = join(repository, 'node_modules')
  const target = join(folder, 'node_modules')
  for (const name of packagesIn(installed)) link(join(target, name), join(installed, name))
  for (const name of removedPackages) if (!existsSync(join(target, name))) addEmptyPlugin(join(target, name))
  for (const workspace of workspacesOf(folder)) {
    const { name } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8')) as { name: string }
    link(join(target, name), workspace)
  }
}

/** Every entry of node_modules except caches and this repository's own packages, which differ between releases. */
function packagesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    if (name === '@portal' || (name.startsWith('.') && name !== '.bin')) return []
    return name.startsWith('@') ? readdirSync(join(folder, name)).map((each) => join(name, each)) : [name]
  })
}

function workspacesOf(folder: string): string[] {
  const grouped = ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(folder, group)).map((name) => join(folder, group, name)),
  )
  return [...grouped, join(folder, 'stand-ins')].filter((each) => existsSync(join(each, 'package.json')))
}

function link(path: string, to: string): void {
  mkdirSync(resolve(path, '..'), { recursive: true })
  symlinkSync(relative(resolve(path, '..'), to), path)
}

function addEmptyPlugin(folder: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "exports": "./index.js" }\n')
  writeFileSync(join(folder, 'index.js'), 'export default async function emptyPlugin() {}\n')
}

/** Returns the last commit without the newest migration. */
export function commitBeforeNewestMigration(): string {
  const migrations = 'apps/api/src/db/migrations'
  const newest = git('ls-files', `${migrations}/*.sql`).trim().split('\n').at(-1) ?? ''
  const added = git('log', '--format=%h', '--diff-filter=A', '-1', '--', newest).trim()
  return git('rev-parse', '--short', `${added}^`).trim()
}
