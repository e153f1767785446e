/** The session of `portal login`, in a file that only its user can read. See docs/product/command-line.md#credentials. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { CommandError } from './errors.ts'
import { codeOf, prepareReplacement, targetOf } from './reserved-file.ts'

const credentialsSchema = z.object({
  /** The tokens are only sent to this API. */
  apiUrl: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
  /** When the access token expires, as ISO 8601. */
  expiresAt: z.string(),
})
export type Credentials = z.infer<typeof credentialsSchema>

/** Returns undefined if no user is signed in. */
export async function readCredentials(file: string): Promise<Credentials | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  })
  if (text === '') return undefined
  try {
    return z.parse(credentialsSchema, JSON.parse(text))
  } catch {
    throw new CommandError(`${file} is damaged. Delete it, then run \`portal login\`.`)
  }
}

const prepare = (file: string) =>
  prepareReplacement(file).catch((cause: Error) => {
    throw new CommandError(`Your session can't be stored in ${file}: ${cause.message}`, { cause })
  })

/** Throws if the file can't be written. Called before the user approves a sign-in that could not be stored. */
export async function checkWritable(file: string): Promise<void> {
  await (await prepare(file)).discard()
}

/** Stores the tokens that `issue` returns. Checks first that they can be stored, because a refresh token works only once. */
export async function storeIssued(file: string, issue: () => Promise<Credentials>): Promise<Credentials> {
  const replacement = await prepare(file)
  try {
    const credentials = await issue()
    await replacement.write(`${JSON.stringify(credentials, null, 2)}\n`)
    return credentials
  } finally {
    await replacement.discard()
  }
}

/** Deletes the tokens. A file that is mounted alone can only be emptied. */
export async function deleteCredentials(file: string): Promise<void> {
  const target = await targetOf(file)
  await rm(target, { force: true }).catch(() => writeFile(target, ''))
}
