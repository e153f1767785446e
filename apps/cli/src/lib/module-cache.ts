/** Keeps compiled modules between commands. Commands also work without it. */
import { lstatSync, mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { dirname } from 'node:path'
import process from 'node:process'
import { moduleCacheFolder } from './config.ts'

const writableByOthers = 0o022

function createFolder(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true })
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Creates the folder if it is missing. Cached code is executed, so the result is false if another user could write to the
 * folder. On Windows, where files have no mode, nothing is cached.
 */
export function ensurePrivateFolder(folder: string, userId = process.getuid?.()): boolean {
  if (userId === undefined) return false
  try {
    createFolder(folder)
    const found = lstatSync(folder)
    return found.isDirectory() && found.uid === userId && (found.mode & writableByOthers) === 0
  } catch {
    return false
  }
}

/** Must be called before the modules that it speeds up are imported. */
export function cacheModules(): void {
  const folder = moduleCacheFolder()
  if (ensurePrivateFolder(folder)) enableCompileCache(folder)
}
