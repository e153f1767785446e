/** Secrets that only one answer contains. See docs/product/command-line.md#secrets. */
import { rm } from 'node:fs/promises'
import type { Cli } from './cli.ts'
import { CommandError } from './errors.ts'
import { codeOf, fillFile, reserveFile } from './reserved-file.ts'
import { safeJson } from './safe-text.ts'

/** The new file that `--output` names, which only its user can read. */
interface SecretFile {
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

interface IssuedTexts<Field, Issued> {
  /** The field of the answer with the secret. */
  field: Field
  /** Says what was done. */
  done: (issued: Issued) => string
  /** Called if the secret could not be written. Says what became of its object. */
  onLost: (issued: Issued) => Promise<string>
}

/** Writes the secret once: to a file, or alone on stdout, so that a script can capture it. */
export async function printIssued<Field extends string, Issued extends Record<Field, string>>(
  { output }: Cli,
  issue: () => Promise<Issued>,
  { output: path }: { output?: string },
  { field, done, onLost }: IssuedTexts<Field, Issued>,
): Promise<void> {
  const file = path === undefined ? undefined : await createSecretFile(path)
  const issued = await issue().catch(async (error: unknown) => {
    await file?.discard()
    throw error
  })
  const { [field]: secret, ...others } = issued
  try {
    if (file) await file.write(`${secret}\n`)
    else await output.secret(output.isJson ? safeJson(issued) : secret)
  } catch (cause) {
    const reason = (cause as Error).message
    throw new CommandError(`The secret could not be written: ${reason}. ${await onLost(issued)}`, { cause })
  }
  if (output.isJson && file) output.result({ ...others, file: path }, () => {})
  if (output.isJson) return
  output.note(done(issued))
  output.note(file ? `Its secret is in ${path}.` : 'Its secret is on stdout. It is not shown again.')
}
