/** Keeps compiled modules between commands. Commands also work without it. */
import { lstatSync, mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { dirname } from 'node:path'
import process from 'node:process'
import { moduleCacheFolder } from './config.ts'

const writableByOthers = 0o022

/**
 * Creates the folder if it is missing. Cached code is executed, so the result is false if another user could write to the
 * folder. On Windows, where files have no mode, nothing is cached.
 */
export function isPrivateFolder(folder: string, userId = process.getuid?.()): boolean {
  if (userId === undefined) return false
  try {
    mkdirSync(dirname(folder), { recursive: true })
    mkdirSync(folder, { mode: 0o700 })
  } catch {
    // It exists, or it can't be created, which the check below finds.
  }
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === userId && (found.mode & writableByOthers) === 0
}

/** Must be called before the modules that it speeds up are imported. */
export function cacheModules(): void {
  const folder = moduleCacheFolder()
  if (isPrivateFolder(folder)) enableCompileCache(folder)
}
