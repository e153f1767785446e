/**
 * `npm run pack-cli` builds the `portal` command as a package for any computer with Node 22.19 or newer. It contains one JavaScript file
 * and needs no other package. See docs/use-the-cli.md.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { packFolder, readManifest } from './pack-client.ts'

const root = join(import.meta.dirname, '..')
const cliFolder = join(root, 'apps/cli')

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
    const bin = { portal: 'portal.js' }
    return packFolder(output, { name, version, description, license, type: 'module', bin, engines }, folder)
  } finally {
    rmSync(output, { recursive: true, force: true })
  }
}

if (import.meta.main) console.log(await packCli(join(cliFolder, 'dist')))
