/**
 * `npm run sbom -- api` prints the software bill of materials of an image (`api` or `portal`) as CycloneDX JSON. The
 * packages come from package-lock.json: what the image's workspaces need at run time, without tools for tests and builds.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const root = join(import.meta.dirname, '..')

/** The workspaces whose packages are in each image. The portal's packages are bundled in its build. */
const images: Record<string, readonly string[]> = {
  api: ['packages/contract', 'apps/api'],
  portal: ['packages/contract', 'packages/ui', 'apps/portal'],
}

interface Manifest {
  name: string
  version: string
  dependencies?: Record<string, string>
  [field: string]: unknown
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

/** Removes development dependencies. `npm sbom --omit=dev` would also remove packages that are used at run time. */
function writeRuntimeManifest(target: string, folder: string, more: object = {}): void {
  const { name, version, dependencies } = readManifest(folder)
  mkdirSync(join(target, folder), { recursive: true })
  const manifest = { name, version, private: true, dependencies, ...more }
  writeFileSync(join(target, folder, 'package.json'), JSON.stringify(manifest))
}

export function printSbom(image: string): string {
  const workspaces = images[image]
  if (!workspaces) throw new Error(`Name an image: ${Object.keys(images).join(' or ')}.`)
  const parent = mkdtempSync(join(tmpdir(), 'sbom-'))
  // npm names the bill of materials after the folder.
  const folder = join(parent, `portal-${image}`)
  try {
    writeRuntimeManifest(folder, '.', { dependencies: {}, workspaces })
    for (const workspace of workspaces) writeRuntimeManifest(folder, workspace)
    cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'))
    const npm = (...options: string[]) =>
      execFileSync('npm', options, {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
    npm('install', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit', '--no-fund')
    return npm('sbom', '--package-lock-only', '--sbom-format=cyclonedx')
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}

if (import.meta.main) process.stdout.write(printSbom(process.argv[2] ?? ''))
