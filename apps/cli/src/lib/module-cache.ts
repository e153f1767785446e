/** Keeps compiled modules between commands. Commands also work without it. */
import { lstatSync, mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'

const writableByOthers = 0o022

/**
 * Returns the folder of the cache and creates it if it is missing. Cached code is executed, so the result is undefined if
 * another user could write to the folder. On Windows, where files have no mode, nothing is cached.
 */
export function moduleCacheFolder(
  env: Readonly<Record<string, string | undefined>> = process.env,
  userId = process.getuid?.(),
): string | undefined {
  if (userId === undefined) return undefined
  const folder = join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'portal')
  try {
    mkdirSync(dirname(folder), { recursive: true })
    mkdirSync(folder, { mode: 0o700 })
  } catch {
    // It exists, or it can't be created, which the check below finds.
  }
  const found = lstatSync(folder, { throwIfNoEntry: false })
  const isPrivate = found?.isDirectory() && found.uid === userId && (found.mode & writableByOthers) === 0
  return isPrivate ? folder : undefined
}

/** Must be called before the modules that it speeds up are imported. */
export function cacheModules(): void {
  const folder = moduleCacheFolder()
  if (folder !== undefined) enableCompileCache(folder)
}
