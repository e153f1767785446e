/**
 * Loads the build into memory once. It is a few megabytes and never changes while the process runs. Requests only look up
 * keys of this map, so no request path reaches the file system.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

export interface StaticFile {
  contentType: string
  /** Without quotes. Each encoding adds a suffix. */
  hash: string
  body: Buffer
  compressed: Partial<Record<Encoding, Buffer>>
}

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/** Compressing smaller bodies saves less than the header costs. */
const minCompressibleBytes = 512
const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

export function contentTypeOf(path: string): string {
  return contentTypes[extname(path).toLowerCase()] ?? 'application/octet-stream'
}

export function isCompressible(path: string, body: Buffer): boolean {
  const type = contentTypeOf(path)
  const isText = /^text\/|charset=utf-8|application\/wasm/.test(type)
  return isText && body.length >= minCompressibleBytes
}

/** Compresses with both encodings. `quality` is Brotli's, 0 to 11: 11 for the build, 5 for responses. */
export async function compress(body: Buffer, quality: number): Promise<Record<Encoding, Buffer>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  const [br, gzipped] = await Promise.all([brotliAsync(body, { params }), gzipAsync(body, { level: 9 })])
  return { br, gzip: gzipped }
}

async function loadFile(path: string, precompressed: Partial<Record<Encoding, Buffer>>, body: Buffer) {
  const isComplete = precompressed.br && precompressed.gzip
  const compressed =
    isComplete || !isCompressible(path, body)
      ? precompressed
      : { ...(await compress(body, 5)), ...precompressed }
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  return { contentType: contentTypeOf(path), hash, body, compressed }
}

/**
 * Reads a build folder and returns every file by its URL path (`/assets/app.js`). Uses the compressed files of the build
 * and compresses the others. Skips files whose name starts with a dot.
 */
export async function loadStaticFiles(folder: string): Promise<Map<string, StaticFile>> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).split(sep).join('/'))
    .filter((path) => !/\/\./.test(path))
  const present = new Set(names)
  const read = (path: string) => (present.has(path) ? readFileSync(join(folder, path)) : undefined)
  const originals = names.filter(
    (path) => !(/\.(br|gz)$/.test(path) && present.has(path.replace(/\.(br|gz)$/, ''))),
  )
  const entries = originals.map(async (path): Promise<[string, StaticFile]> => {
    const br = read(`${path}.br`)
    const gzipped = read(`${path}.gz`)
    const precompressed = { ...(br ? { br } : {}), ...(gzipped ? { gzip: gzipped } : {}) }
    return [path, await loadFile(path, precompressed, readFileSync(join(folder, path)))]
  })
  return new Map(await Promise.all(entries))
}
