/**
 * `npm run pack-client` builds the typed client as a package for programs outside this repository. The package contains
 * the contract, compiled to JavaScript with type declarations. See packages/client/README.md.
 */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const root = join(import.meta.dirname, '..')
const clientFolder = join(root, 'packages/client')
const contractFolder = join(root, 'packages/contract')

interface Manifest {
  name: string
  version: string
  description: string
  license: string
  exports: Record<string, string>
  engines: object
  dependencies: Record<string, string>
}

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The folders of the contract that have calls of programs. */
const nounFolders = () =>
  readdirSync(join(contractFolder, 'src')).filter((name) =>
    existsSync(join(contractFolder, 'src', name, `${name}.ts`)),
  )

/** The client and the contract become one package, so the client imports the contract by its path. */
function copySources(sources: string): void {
  cpSync(join(contractFolder, 'src'), join(sources, 'contract'), { recursive: true })
  for (const name of readdirSync(join(clientFolder, 'src')).filter((name) => name.endsWith('.ts'))) {
    const text = readFileSync(join(clientFolder, 'src', name), 'utf8')
    writeFileSync(join(sources, name), text.replaceAll(/'@portal\/contract\/([^']+)'/g, "'./contract/$1.ts'"))
  }
}

function compile(workFolder: string, sources: string, output: string): void {
  const configuration = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      target: 'es2023',
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: sources,
      outDir: output,
      types: ['node'],
    },
    include: [join(sources, '*.ts'), join(sources, 'contract/**/*.ts')],
    // Programs can't make the calls of staff, and the texts are for the API reference.
    exclude: [
      '**/*.test.ts',
      '**/*texts.ts',
      join(sources, 'contract/calls.ts'),
      join(sources, 'contract/staff'),
    ],
  }
  writeFileSync(join(workFolder, 'tsconfig.json'), JSON.stringify(configuration))
  writeFileSync(join(workFolder, 'package.json'), JSON.stringify({ type: 'module' }))
  symlinkSync(join(root, 'node_modules'), join(workFolder, 'node_modules'))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', workFolder], { stdio: ['ignore', 'inherit', 'inherit'] })
}

/** TypeScript rewrites the extensions of imports in JavaScript, but not in declarations, and some tools then don't find a type. */
function rewriteDeclaredImports(output: string): void {
  for (const name of readdirSync(output, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue
    const text = readFileSync(join(output, name), 'utf8')
    writeFileSync(join(output, name), text.replaceAll(/(['"])(\.{1,2}\/[^'"]+)\.ts\1/g, '$1$2.js$1'))
  }
}

function packageManifest() {
  const { name, version, description, exports } = readManifest(clientFolder)
  const compiled = (path: string) => path.replace('./src/', './').replace('.ts', '.js')
  return {
    name,
    version,
    description,
    license: readManifest(root).license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.3' },
    exports: {
      ...Object.fromEntries(Object.entries(exports).map(([entry, path]) => [entry, compiled(path)])),
      ...Object.fromEntries(
        nounFolders().map((noun) => [`./contract/${noun}`, `./contract/${noun}/${noun}.js`]),
      ),
      './contract/*': './contract/*.js',
      './contract/staff/*': null,
    },
    dependencies: readManifest(contractFolder).dependencies,
  }
}

/** Packs the output with this manifest into the folder. Returns the path of the package. */
export function packFolder(
  output: string,
  manifest: Pick<Manifest, 'name' | 'version'> & Record<string, unknown>,
  folder: string,
): string {
  writeFileSync(join(output, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  mkdirSync(folder, { recursive: true })
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    cwd: output,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return join(folder, `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`)
}

/** Writes the package to the folder and returns its path. */
export function packClient(folder: string): string {
  const workFolder = realpathSync(mkdtempSync(join(tmpdir(), 'pack-client-')))
  try {
    const sources = join(workFolder, 'sources')
    const output = join(workFolder, 'package')
    mkdirSync(sources)
    copySources(sources)
    compile(workFolder, sources, output)
    rewriteDeclaredImports(output)
    cpSync(join(clientFolder, 'README.md'), join(output, 'README.md'))
    return packFolder(output, packageManifest(), folder)
  } finally {
    rmSync(workFolder, { recursive: true, force: true })
  }
}

if (import.meta.main) console.log(packClient(join(clientFolder, 'dist')))
