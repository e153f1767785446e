/** The new file that `--output` names, which only its user can read. */
import { rm } from 'node:fs/promises'
import { CommandError } from './errors.ts'
import { codeOf, fillFile, reserveFile } from './reserved-file.ts'

export interface SecretFile {
  write: (text: string) => Promise<void>
  /** Deletes the file, because there is no secret to keep. */
  discard: () => Promise<void>
}

/** Must be called before the secret is created, so that no secret is lost because the file can't be written. */
export async function createSecretFile(file: string): Promise<SecretFile> {
  const handle = await reserveFile(file).catch((error: unknown) => {
    if (codeOf(error) === 'EEXIST')
      throw new CommandError(`${file} already exists. Choose another file, or delete it first.`)
    throw new CommandError(
      `The secret can't be stored in ${file}: ${(error as Error).message}. Nothing was created or changed.`,
      { cause: error },
    )
  })
  return {
    write: (text) => fillFile(handle, text),
    async discard() {
      await handle.close()
      await rm(file, { force: true })
    },
  }
}
