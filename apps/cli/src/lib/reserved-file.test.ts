import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSecretFile } from './print-issued.ts'
import { fillFile, reserveFile } from './reserved-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reserved-file-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

/** Like a real disk, stores only part of the write that fills it. */
async function limitSpace(bytes: number): Promise<void> {
  const handle = await open(join(folder, 'any'), 'w')
  await handle.close()
  rmSync(join(folder, 'any'))
  const prototype = Object.getPrototypeOf(handle) as FileHandle
  const write = prototype.write as (...words: unknown[]) => ReturnType<FileHandle['write']>
  vi.spyOn(prototype, 'write').mockImplementation(function limited(
    this: FileHandle,
    ...[data, at, length, to]: [Buffer, number, number, number]
  ) {
    if (to >= bytes) return Promise.reject(new Error('no space left'))
    return write.call(this, data, at, Math.min(length, bytes - to), to)
  } as never)
}

describe('reserveFile', () => {
  it('fails if the disk has space for only part of the file, and leaves no file', async () => {
    await limitSpace(100)
    await expect(reserveFile(join(folder, 'secret'))).rejects.toThrow('no space left')
    expect(readdirSync(folder)).toEqual([])
  })

  it('creates a file that only its user can read, and fillFile leaves nothing but the text in it', async () => {
    const file = join(folder, 'secret')
    await fillFile(await reserveFile(file), 'text\n')
    expect(readFileSync(file, 'utf8')).toBe('text\n')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })
})

describe('createSecretFile', () => {
  it('names the file and says that nothing was changed if the disk is full', async () => {
    await limitSpace(100)
    const file = join(folder, 'secret')
    await expect(createSecretFile(file)).rejects.toThrow(
      `The secret can't be stored in ${file}: no space left. Nothing was created or changed.`,
    )
  })
})
