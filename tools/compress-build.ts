/** Puts a Brotli and a gzip file beside each file of a build that gains by it, at the best quality there is. */
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compress, isCompressible } from '../apps/portal/server/static-files.ts'

const bestQuality = 11

/** The page is left alone: the server puts the configuration in first. Resolves with the number of files compressed. */
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
