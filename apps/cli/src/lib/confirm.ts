/** Asks before an irreversible action. Scripts pass `--yes`. */
import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { CommandError, UsageError } from './errors.ts'
import { safeText } from './safe-text.ts'

/** Returns if the user agrees. Throws otherwise. */
export async function confirm(question: string, { yes }: { yes?: boolean }): Promise<void> {
  if (yes) return
  const { stdin, stderr } = process
  if (!stdin.isTTY) throw new UsageError(`${question} Add --yes to confirm.`)
  const prompt = createInterface({ input: stdin, output: stderr })
  try {
    const answer = await prompt.question(`${safeText(question)} [y/N] `)
    if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Canceled. Nothing was changed.')
  } finally {
    prompt.close()
  }
}
