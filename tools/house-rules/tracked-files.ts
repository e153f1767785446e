import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface FileWithText {
  /** From the repository's root, with forward slashes. */
  path: string
  text: string
}

const binaryPattern = /\.(png|jpe?g|webp|avif|gif|ico|woff2?|ttf|wasm|gz|br|zip|pdf)$/

/** Returns every text file that git tracks, and every new one that git doesn't ignore. */
export function trackedFiles(root: string): FileWithText[] {
  // Without safe.directory git refuses to list a clone that belongs to another user.
  const listed = execFileSync(
    'git',
    ['-c', `safe.directory=${root}`, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  return [...new Set(listed.split('\0'))]
    .filter((path) => path !== '' && !binaryPattern.test(path))
    .filter((path) => existsSync(join(root, path)) && statSync(join(root, path)).isFile())
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
