/**
 * The size limits of the portal's pages: the JavaScript and CSS, compressed with Brotli, that a page loads before it is idle.
 * Vite's manifest tells which files those are. `npm test` checks the limits after the build.
 */
import { existsSync, readFileSync } from 'node:fs'
import type { Manifest } from 'vite'

const dist = 'apps/portal/dist'
const manifest: Manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8'))
const chunks = Object.keys(manifest)

/** Returns what the server sends: the copy that the build compressed with Brotli, if it wrote one. */
const compressedCopyOf = (path: string) => (existsSync(`${path}.br`) ? `${path}.br` : path)

/** Parts that a page loads while it is idle, or when the user opens them. Code is highlighted after its text is shown. */
const isLater = (chunk: string) => /command-palette|date-calendar|highlight-code|node_modules/.test(chunk)

/** Returns the files of the chunks and of everything that they import. The entry imports every page, so only its static imports count. */
function filesOf(loaded: readonly string[]): string[] {
  const found = new Set(loaded)
  for (const chunk of found) {
    const { isEntry, imports = [], dynamicImports = [] } = manifest[chunk] ?? {}
    const parts = isEntry ? [] : dynamicImports.filter((part) => !isLater(part))
    for (const part of [...imports, ...parts]) found.add(part)
  }
  const files = [...found].flatMap((chunk) =>
    [manifest[chunk]?.file ?? [], manifest[chunk]?.css ?? []].flat(),
  )
  return [...new Set(files)].map((file) => compressedCopyOf(`${dist}/${file}`))
}

/** The name of a route's file, such as `_signed-in/workspace.$workspaceId.tokens`. Undefined for other chunks. */
const routeOf = (chunk: string) => /^src\/routes\/(.+)\.tsx\?tsr-split/.exec(chunk)?.[1]

/** The chunks of a page: the entry, its route and the layouts around it, and the frame of signed-in pages. */
function chunksOf(page: string): string[] {
  const frame = page.startsWith('_signed-in/') ? ['src/shell/app-shell.tsx'] : []
  const isPart = (route = '-') =>
    page === route || page.startsWith(`${route}.`) || page.startsWith(`${route}/`)
  return ['index.html', ...frame, ...chunks.filter((chunk) => isPart(routeOf(chunk)))]
}

const limits: Record<string, string> = { login: '140 kB', '_signed-in/workspaces': '265 kB' }
const pages = new Set(chunks.flatMap((chunk) => routeOf(chunk) ?? []))

export default [...pages].map((page) => ({
  name: page,
  path: filesOf(chunksOf(page)),
  limit: limits[page] ?? '320 kB',
  brotli: false,
}))
