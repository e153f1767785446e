/** Signing in and out. See docs/product/command-line.md#signing-in. */
import { account } from '@portal/contract/account/account'
import type { Command } from 'commander'
import type { DeviceSignIn } from '../lib/authorization.ts'
import type { Cli } from '../lib/cli.ts'
import { requireCredentialsFile } from '../lib/config.ts'
import { checkWritable, deleteCredentials, readCredentials, storeIssued } from '../lib/credentials.ts'
import { CommandError } from '../lib/errors.ts'
import { withFileLock } from '../lib/file-lock.ts'
import { formatPerson } from '../lib/format.ts'
import { openBrowser } from '../lib/open-browser.ts'

/** Loaded only by the commands that sign in or out. */
const authorization = () => import('../lib/authorization.ts')

async function logIn(cli: Cli, { browser }: { browser: boolean }): Promise<void> {
  const { config, output } = cli
  const { revokeSession, startDeviceSignIn } = await authorization()
  const file = requireCredentialsFile(config)
  const previous = await readCredentials(file).catch(() => undefined)
  const apiUrl = config.givenApiUrl ?? previous?.apiUrl ?? config.defaultApiUrl
  await checkWritable(file)
  const signIn = await startDeviceSignIn(apiUrl)
  showCode(cli, signIn, browser)
  const credentials = await signIn.approved(output.note)
  await withFileLock(file, () => storeIssued(file, async () => credentials)).catch(async (error: unknown) => {
    await revokeSession(credentials).catch(() => undefined)
    throw error
  })
  if (previous) await revokeSession(previous).catch(() => undefined)

  const { user } = await cli.call(account.whoami, {})
  output.result({ apiUrl, user }, () => output.line(`Signed in as ${user.email}.`))
  if (config.token !== undefined)
    output.note('PORTAL_TOKEN is set, so commands use that token instead of this session.')
}

function showCode({ config, output }: Cli, signIn: DeviceSignIn, browser: boolean): void {
  const minutes = Math.round(signIn.expiresInSeconds / 60)
  output.note(`Open ${signIn.page} in any browser and enter this code:`)
  output.note('')
  output.note(`    ${signIn.userCode}`)
  output.note('')
  output.note(`The code is valid for ${minutes} minutes. Waiting for your approval...`)
  if (browser && config.hasBrowser && output.isTerminal) openBrowser(signIn.pageWithCode)
}

async function logOut({ config, output }: Cli): Promise<void> {
  const { revokeSession } = await authorization()
  const file = requireCredentialsFile(config)
  await withFileLock(file, async () => {
    const credentials = await readCredentials(file)
    const failure = await deleteCredentials(file).then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (!credentials) return output.result({ signedOut: false }, () => output.line('You were not signed in.'))
    const isEnded = await revokeSession(credentials).then(
      () => true,
      () => false,
    )
    const advice = 'Sign it out in the Security section of your account in the portal.'
    if (failure !== undefined)
      throw new CommandError(
        isEnded
          ? `The session has ended, but its tokens in ${file} can't be deleted: ${failure}. They no longer work.`
          : `The session on ${credentials.apiUrl} could not be ended, and its tokens in ${file} can't be deleted: ${failure}. ${advice}`,
      )
    if (!isEnded)
      throw new CommandError(
        `The tokens were deleted from this computer, but the session on ${credentials.apiUrl} could not be ended. ${advice}`,
      )
    output.result({ signedOut: true }, () => output.line('Signed out.'))
  })
}

export function addSessionCommands(program: Command, cli: Cli): void {
  program
    .command('login')
    .description('Sign in. You approve the sign-in in a browser on this or another computer.')
    .option('--no-browser', 'only print the address')
    .addHelpText(
      'after',
      '\nExamples:\n  $ portal login\n  $ PORTAL_API_URL=https://api.example.com portal login',
    )
    .action((options: { browser: boolean }) => logIn(cli, options))

  program
    .command('logout')
    .description('Sign out and end the session on the server.')
    .addHelpText('after', '\nExample:\n  $ portal logout')
    .action(() => logOut(cli))

  program
    .command('whoami')
    .description('Show the signed-in user.')
    .addHelpText('after', '\nExamples:\n  $ portal whoami\n  $ portal whoami --json')
    .action(async () => {
      const { user } = await cli.call(account.whoami, {})
      const { apiUrl } = await cli.session()
      cli.output.result(user, () =>
        cli.output.facts({ Name: formatPerson(user), Email: user.email, Id: user.id, API: apiUrl }),
      )
    })
}
