/**
 * `npm run sizes` prints the size that each control adds to a page (brotli, without React) and the size it loads
 * lazily.
 */
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { englishOnly } from '../packages/ui/src/lib/english-only-plugin.ts'

const source = resolve(import.meta.dirname, '../packages/ui/src')
const isControl = (name: string) => name.endsWith('.tsx') && !/\.(stories|test)\./.test(name)

const sizeOf = (chunks: readonly Rolldown.OutputChunk[]) =>
  chunks.reduce((bytes, chunk) => bytes + brotliCompressSync(chunk.code).length, 0)

async function chunksOf(control: string): Promise<Rolldown.OutputChunk[]> {
  const output = await build({
    root: resolve(source, '..'),
    configFile: false,
    logLevel: 'silent',
    plugins: [englishOnly()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2024',
      modulePreload: false,
      rolldownOptions: {
        input: resolve(source, control),
        preserveEntrySignatures: 'strict',
        external: [/^react($|\/)/, /^react-dom($|\/)/],
      },
    },
  })
  const outputs = (Array.isArray(output) ? output : [output]) as Rolldown.RolldownOutput[]
  return outputs.flatMap(({ output: files }) => files).filter((file) => file.type === 'chunk')
}

/** Returns the entry and its static imports. */
function loadedAtOnce(chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set<Rolldown.OutputChunk>()
  const visit = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) visit(byName.get(name))
  }
  for (const chunk of chunks.filter(({ isEntry }) => isEntry)) visit(chunk)
  return [...found]
}

const kilobytes = (bytes: number) => (bytes / 1_024).toFixed(1).padStart(7)

const rows = []
for (const control of readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(isControl)) {
  const chunks = await chunksOf(control)
  const atOnce = sizeOf(loadedAtOnce(chunks))
  rows.push({ control: control.replace('.tsx', ''), atOnce, later: sizeOf(chunks) - atOnce })
}
rows.sort((one, other) => other.atOnce - one.atOnce)
console.log(`${'control'.padEnd(28)}    KB   lazy KB`)
for (const { control, atOnce, later } of rows)
  console.log(`${control.padEnd(28)}${kilobytes(atOnce)}${later === 0 ? '' : kilobytes(later)}`)
