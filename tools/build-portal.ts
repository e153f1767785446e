/** `npm run build` builds the portal. `npm start` also does if the sources changed since the last build. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { runProgram } from './processes/process-group.ts'

const root = join(import.meta.dirname, '..')
const portal = join(root, 'apps/portal')
const manifest = join(portal, 'dist/build-manifest.json')
const stamp = join(root, 'node_modules/.cache/portal-build.json')

/** The inputs of the build. The lock file stands for the installed packages. */
const sources = [
  'apps/portal/src',
  'apps/portal/public',
  'apps/portal/index.html',
  'apps/portal/vite.config.ts',
  'apps/portal/vite-plugins.ts',
  'apps/portal/server/runtime-config.ts',
  'packages/contract/src',
  'packages/ui/src',
  'legal',
  'package-lock.json',
]

interface Options {
  onLine: (line: string) => void
  signal?: AbortSignal
}

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test|stories)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => filesUnder(join(root, source)))) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function read(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** Identifies a build by its inputs and its output. Doesn't match a build that another tool made. */
function stampOf(sourcesHash: string): string {
  return JSON.stringify({ sourcesHash, manifest: read(manifest) ?? null })
}

/** Writes a Brotli and a gzip copy of each text file, which the server sends instead. Resolves with their number. */
async function compressBuild(): Promise<number> {
  const paths = filesUnder(join(portal, 'dist/assets')).filter((path) => /\.(js|css|svg)$/.test(path))
  const compress = async (path: string) => {
    const body = await readFile(path)
    await writeFile(`${path}.br`, await promisify(brotliCompress)(body))
    await writeFile(`${path}.gz`, await promisify(gzip)(body))
  }
  await Promise.all(paths.map(compress))
  return paths.length
}

/** Always builds. Passes Vite's output to `onLine` and throws if Vite fails. */
export async function buildPortal({ onLine, signal }: Options): Promise<void> {
  const began = performance.now()
  const sourcesHash = hashOfSources()
  rmSync(stamp, { force: true })
  onLine('Building the portal.')
  const code = await runProgram({
    arguments: [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    cwd: portal,
    env: { ...process.env, NODE_ENV: 'production' },
    onLine,
    signal,
  })
  if (code !== 0) throw new Error('The build of the portal failed. The lines above say why.')
  const compressed = await compressBuild()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, stampOf(sourcesHash))
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  onLine(`Built the portal in ${seconds} s, ${compressed} files compressed.`)
}

/** Builds unless a build of exactly these sources exists. */
export async function buildPortalWhenStale(options: Options): Promise<void> {
  const isThere = existsSync(join(portal, 'dist/index.html'))
  if (isThere && read(stamp) === stampOf(hashOfSources())) return
  await buildPortal(options)
}

if (import.meta.main) {
  await buildPortal({ onLine: (line) => console.log(line) }).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
}
