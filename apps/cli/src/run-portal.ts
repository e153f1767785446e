/** Reads the command line and runs its command. Loads only the commands that it needs. */
import process from 'node:process'
import { Command, CommanderError } from 'commander'
import { groupsOf } from './commands/command-groups.ts'
import { type Cli, makeCli } from './lib/cli.ts'
import { readConfig } from './lib/config.ts'
import { CommandError, exitCodes, reportError, UsageError } from './lib/errors.ts'
import { makeOutput, type Output } from './lib/output.ts'
import { useProxy } from './lib/proxy.ts'
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
  HTTPS_PROXY     the proxy for requests to other computers
  NO_COLOR        set it to turn off colors`

async function makeProgram(cli: Cli, words: readonly string[]): Promise<Command> {
  const program = new Command('portal')
    .description('Manage workspaces, members and tokens from your terminal.')
    .version(version, '--version', 'print the version')
    .option('--json', 'write results and errors as JSON')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'Show the help of a command.')
    .configureOutput(cli.output.isJson ? { writeErr: () => {} } : {})
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .addHelpText('after', exitCodesHelp)
    .hook('preAction', () => useProxy(cli.config))
  for (const group of groupsOf(words)) (await group.load())(program, cli)
  return program
}

/** Commander prints its own errors in text mode, as sentences after `error: `. */
function exitCodeOf(error: unknown, output: Output): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exitCodes.success
    const isHelp = error.code === 'commander.help'
    const message = isHelp
      ? 'The command is missing. See `portal --help`.'
      : error.message.replace(/^error: /, '')
    if (output.isJson) output.error(reportError(new UsageError(message)))
    return exitCodes.usage
  }
  const report = reportError(error)
  output.error(report)
  return report.exitCode
}

/** `portal help tokens create` means `portal tokens create --help`. */
function expandHelp(words: string[]): string[] {
  const at = words.findIndex((word) => !word.startsWith('-'))
  return words[at] === 'help' ? [...words.toSpliced(at, 1), '--help'] : words
}

/** Returns the exit code. */
export async function runPortal(): Promise<number> {
  const output = makeOutput()
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (output.isAwaited) return
    // A reader such as `head` may close the pipe early.
    if (error.code === 'EPIPE') process.exit(0)
    process.exit(exitCodeOf(new CommandError(`The result could not be written: ${error.message}`), output))
  })
  const words = expandHelp(process.argv.slice(2))
  output.isJson = words.includes('--json')
  try {
    const program = await makeProgram(makeCli(readConfig, output), words)
    await program.parseAsync(words, { from: 'user' })
    return exitCodes.success
  } catch (error) {
    return exitCodeOf(error, output)
  }
}
