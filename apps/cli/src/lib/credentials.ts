/** The session of `portal login`, in a file that only its user can read. See docs/product/command-line.md#credentials. */
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import { CommandError } from './errors.ts'

const credentialsSchema = z.object({
  /** The tokens are only sent to this API. */
  apiUrl: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
  /** When the access token expires, as ISO 8601. */
  expiresAt: z.string(),
})
export type Credentials = z.infer<typeof credentialsSchema>

const isMissing = (error: unknown) => (error as { code?: string }).code === 'ENOENT'

/** Returns undefined if no user is signed in. */
export async function readCredentials(file: string): Promise<Credentials | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return z.parse(credentialsSchema, JSON.parse(text))
  } catch {
    throw new CommandError(`${file} is damaged. Delete it, then run \`portal login\`.`)
  }
}

/** Replaces the file in one step, so that a crash leaves either the old or the new tokens. */
export async function saveCredentials(file: string, credentials: Credentials): Promise<void> {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = `${file}.${randomUUID()}`
  try {
    await writeFile(temporary, `${JSON.stringify(credentials, null, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    })
    await chmod(temporary, 0o600)
    await rename(temporary, file)
  } finally {
    await rm(temporary, { force: true })
  }
}

export async function deleteCredentials(file: string): Promise<void> {
  await rm(file, { force: true })
}
