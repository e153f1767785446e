/** Reads the command line and runs its command. Loads only the commands that it needs. */
import process from 'node:process'
import { Command, CommanderError } from 'commander'
import { groupsOf } from './commands/command-groups.ts'
import { makeCli } from './lib/cli.ts'
import { readConfig } from './lib/config.ts'
import { exitCodes, reportError } from './lib/errors.ts'
import { makeOutput, type Output } from './lib/output.ts'
import { version } from './lib/user-agent.ts'

const exitCodesHelp = `
Exit codes:
  0  success
  1  the command failed
  2  the command line is wrong
  4  you are not signed in, or the command requires a fresh sign-in

Settings:
  PORTAL_TOKEN    a token to use instead of the session of portal login
  PORTAL_API_URL  the address of the API
  NO_COLOR        set it to turn off colors`

async function makeProgram(output: Output, words: readonly string[]): Promise<Command> {
  const cli = makeCli(readConfig(), output)
  const program = new Command('portal')
    .description('Manage workspaces, members and tokens from your terminal.')
    .version(version, '--version', 'print the version')
    .option('--json', 'write results and errors as JSON')
    .helpOption('--help', 'show help')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .addHelpText('after', exitCodesHelp)
  for (const group of groupsOf(words)) (await group.load())(program, cli)
  return program
}

/** Commander has already printed its own errors. */
function exitCodeOf(error: unknown, output: Output): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.usage
  const report = reportError(error)
  output.error(report)
  return report.exitCode
}

/** Returns the exit code. */
export async function runPortal(): Promise<number> {
  // A reader such as `head` may close the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  const output = makeOutput()
  output.isJson = process.argv.includes('--json')
  try {
    const program = await makeProgram(output, process.argv.slice(2))
    await program.parseAsync()
    return exitCodes.success
  } catch (error) {
    return exitCodeOf(error, output)
  }
}
