/** Where the secret of a new token goes: stdout, or a new file that only its user can read. */
import { type FileHandle, open, rm } from 'node:fs/promises'
import { CommandError } from './errors.ts'

async function create(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600)
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST')
      throw new CommandError(`${file} already exists. Choose another file, or delete it first.`)
    throw error
  }
}

/**
 * Creates the file before `issue` creates the secret, so that no secret is lost because the file can't be written.
 * Deletes it again if there is no secret.
 */
export async function issueToFile<T extends { token: string }>(
  file: string,
  issue: () => Promise<T>,
): Promise<T> {
  const handle = await create(file)
  try {
    const issued = await issue()
    await handle.writeFile(`${issued.token}\n`)
    return issued
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}
