/** Files that hold secrets. Their space is reserved first, because a secret that can't be stored is lost. */
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readlink, realpath, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

const reservedBytes = 16_384

export const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code

/** Writes from the start of the file. On an almost full disk, one write may store only part of the data and report no error. */
async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length; )
    written += (await handle.write(bytes, written, bytes.length - written, written)).bytesWritten
}

/** Creates a file that only its user can read, with space for a secret. Fails if it exists or the disk is full. */
export async function reserveFile(file: string): Promise<FileHandle> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await writeAll(handle, Buffer.alloc(reservedBytes, ' '))
    await handle.sync()
    return handle
  } catch (error) {
    await handle.close()
    await rm(file, { force: true })
    throw error
  }
}

/** Replaces the content without needing more space, and closes the file. */
export async function fillFile(handle: FileHandle, text: string): Promise<void> {
  try {
    const bytes = Buffer.from(text)
    await writeAll(handle, bytes)
    await handle.truncate(bytes.length)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Returns the file that a symbolic link points to, even if that file is missing. */
export async function targetOf(file: string): Promise<string> {
  try {
    return await realpath(file)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    const link = await readlink(file).catch(() => undefined)
    return link === undefined ? file : resolve(dirname(file), link)
  }
}

export interface Replacement {
  /** Replaces the file in one step where possible, so that a crash leaves either the old or the new content. */
  write: (text: string) => Promise<void>
  /** Removes what `prepareReplacement` has created. Must always be called. */
  discard: () => Promise<void>
}

const folderErrors = ['EACCES', 'EPERM', 'EROFS']
/** A file that is mounted alone, as in a container, can't be renamed over. */
const mountErrors = ['EBUSY', 'EXDEV', ...folderErrors]

/** Checks that the file can be replaced, and reserves the space. */
export async function prepareReplacement(file: string): Promise<Replacement> {
  const target = await targetOf(file)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  // A file that is mounted alone can be read-only in a writable folder. Permissions alone don't prevent a rename.
  const existing = await open(target, 'r+').catch((error: unknown) => {
    if (!['ENOENT', 'EACCES'].includes(codeOf(error) ?? '')) throw error
  })
  await existing?.close()
  const overwrite = async (text: string) => fillFile(await open(target, 'r+'), text)
  const temporary = `${target}.${randomUUID()}`
  const reserved = await reserveFile(temporary).catch((error: unknown) => {
    // Only the file can be written, not its folder.
    if (!existing || !folderErrors.includes(codeOf(error) ?? '')) throw error
  })
  if (!reserved) return { write: overwrite, discard: async () => {} }
  return {
    async write(text) {
      await fillFile(reserved, text)
      await rename(temporary, target).catch((error: unknown) => {
        if (!mountErrors.includes(codeOf(error) ?? '')) throw error
        return overwrite(text)
      })
    },
    async discard() {
      await reserved.close()
      await rm(temporary, { force: true })
    },
  }
}
