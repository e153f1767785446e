/**
 * `npm run pack-cli` builds the `portal` command as a package for any computer with Node 22.19 or newer. It contains one JavaScript file
 * and needs no other package. See docs/use-the-cli.md.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const cliFolder = join(root, 'apps/cli')

const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Writes the package to the folder and returns its path. */
export async function packCli(folder: string): Promise<string> {
  const output = realpathSync(mkdtempSync(join(tmpdir(), 'pack-cli-')))
  try {
    await build({
      configFile: false,
      root: cliFolder,
      logLevel: 'warn',
      ssr: { noExternal: true },
      build: {
        ssr: 'src/portal.ts',
        target: 'node22',
        outDir: output,
        emptyOutDir: true,
        rolldownOptions: { output: { entryFileNames: 'portal.js', codeSplitting: false } },
      },
    })
    const { name, version, description, engines } = readManifest(cliFolder)
    const { license } = readManifest(root)
    const manifest = {
      name,
      version,
      description,
      license,
      type: 'module',
      bin: { portal: 'portal.js' },
      engines,
    }
    writeFileSync(join(output, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
    mkdirSync(folder, { recursive: true })
    execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
      cwd: output,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
  } finally {
    rmSync(output, { recursive: true, force: true })
  }
}

if (import.meta.main) console.log(await packCli(join(cliFolder, 'dist')))
