#!/usr/bin/env node
/** The command `portal`. See docs/use-the-cli.md. */
import process from 'node:process'
import { Command, CommanderError } from 'commander'
import { addActivityCommand } from './commands/activity.ts'
import { addCompletionCommand } from './commands/completion.ts'
import { addMemberCommands } from './commands/members.ts'
import { addServiceAccountCommands } from './commands/service-accounts.ts'
import { addSessionCommands } from './commands/session.ts'
import { addTokenRotationCommands } from './commands/token-rotation.ts'
import { addTokenCommands } from './commands/tokens.ts'
import { addTrustRuleCommands } from './commands/trust-rules.ts'
import { addWorkspaceCommands } from './commands/workspaces.ts'
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
  4  you are not signed in, or the command needs a more recent sign-in

Settings:
  PORTAL_TOKEN    a token to use instead of the session of portal login
  PORTAL_API_URL  the address of the API
  NO_COLOR        set it to turn off colors`

function makeProgram(output: Output): Command {
  const cli = makeCli(readConfig(), output)
  const program = new Command('portal')
    .description('Manage workspaces, members and tokens from your terminal.')
    .version(version, '--version', 'print the version')
    .option('--json', 'write results and errors as JSON')
    .helpOption('--help', 'show help')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .addHelpText('after', exitCodesHelp)
  addSessionCommands(program, cli)
  addWorkspaceCommands(program, cli)
  addMemberCommands(program, cli)
  addTokenRotationCommands(addTokenCommands(program, cli), cli)
  addServiceAccountCommands(program, cli)
  addTrustRuleCommands(program, cli)
  addActivityCommand(program, cli)
  addCompletionCommand(program, cli)
  return program
}

/** Commander has already printed its own errors. */
function exitCodeOf(error: unknown, output: Output): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.usage
  const report = reportError(error)
  output.error(report)
  return report.exitCode
}

async function run(): Promise<number> {
  const output = makeOutput()
  output.isJson = process.argv.includes('--json')
  try {
    await makeProgram(output).parseAsync()
    return exitCodes.success
  } catch (error) {
    return exitCodeOf(error, output)
  }
}

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
process.exitCode = await run()
