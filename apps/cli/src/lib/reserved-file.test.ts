import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fillFile, reserveFile } from './reserved-file.ts'

vi.mock('node:fs/promises', { spy: true })

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reserved-file-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Opens files on a disk with this much space. As on a real one, the write that fills it only takes a part. */
async function limitSpace(bytes: number): Promise<void> {
  const { open: reallyOpen } = await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises')
  vi.mocked(open).mockImplementationOnce(async (...parameters) => {
    const handle = await reallyOpen(...parameters)
    const write = handle.write.bind(handle) as (...words: unknown[]) => ReturnType<FileHandle['write']>
    vi.spyOn(handle, 'write').mockImplementation((async (
      data: Buffer,
      at: number,
      length: number,
      to: number,
    ) => {
      if (to >= bytes) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
      return write(data, at, Math.min(length, bytes - to), to)
    }) as never)
    return handle
  })
}

describe('reserveFile', () => {
  it('fails on a disk that only has space for a part, and leaves no file', async () => {
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
