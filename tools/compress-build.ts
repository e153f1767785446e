/** Compresses each file of a build with Brotli and gzip at the highest quality, if that makes it smaller. */
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compress, isCompressible } from '../apps/portal/server/static-files.ts'

const bestQuality = 11

/** Skips index.html, because the server inserts the configuration. Resolves with the number of compressed files. */
export async function compressBuild(folder: string): Promise<number> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz|map)$/.test(entry.name) && entry.name !== 'index.html')
    .map((entry) => join(entry.parentPath, entry.name))
  const counts = await Promise.all(
    paths.map(async (path): Promise<number> => {
      const body = await readFile(path)
      if (!isCompressible(path, body)) return 0
      const { br, gzip } = await compress(body, bestQuality)
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gzip)])
      return 1
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
