/** Rotating and pausing API tokens. See docs/product/command-line.md#tokens. */
import { hasReplacedUnused } from '@portal/contract/tokens/old-secrets'
import { type AuthToken, pauseDurations } from '@portal/contract/tokens/token-schemas'
import { tokens } from '@portal/contract/tokens/tokens'
import { type Command, Option } from 'commander'
import type { Cli } from '../lib/cli.ts'
import { confirm } from '../lib/confirm.ts'
import { findWorkspace } from '../lib/find-by-name.ts'
import { formatTime } from '../lib/format.ts'
import { printIssued } from '../lib/print-issued.ts'
import { findToken } from './tokens.ts'

async function findParams(cli: Cli, workspace: string, given: string) {
  const { id: workspaceId } = await findWorkspace(cli, workspace)
  const token = await findToken(cli, workspaceId, given)
  return { token, name: token.name, params: { workspaceId, tokenId: token.id } }
}

interface RotateOptions {
  overlap?: string
  expiration?: string
  output?: string
}

/** Says what happened to the secrets. The newest one ends immediately if it came from a rotation and was never used. */
function describeRotation(before: AuthToken, rotated: AuthToken): string {
  const {
    name,
    secrets: [newest, old],
  } = rotated
  const isReplaced = hasReplacedUnused(before, rotated)
  const end = old?.retiresAt && newest && old.retiresAt > newest.createdAt ? old.retiresAt : undefined
  return [
    `Rotated ${name}.`,
    isReplaced && 'Its previous secret was never used and no longer works.',
    end && `The ${isReplaced ? 'older' : 'previous'} secret works until ${formatTime(end)}.`,
    !isReplaced && !end && 'The previous secret no longer works.',
  ]
    .filter(Boolean)
    .join(' ')
}

async function rotate(cli: Cli, workspace: string, given: string, options: RotateOptions): Promise<void> {
  const { overlap, expiration } = options
  const { params, token } = await findParams(cli, workspace, given)
  await printIssued(cli, () => cli.call(tokens.rotate, { params, body: { overlap, expiration } }), options, {
    field: 'token',
    done: ({ authToken }) => describeRotation(token, authToken),
    onLost: async ({ authToken }) => `Rotate ${authToken.name} again.`,
  })
}

async function retire(cli: Cli, workspace: string, given: string, options: { yes?: boolean }): Promise<void> {
  const { params, name } = await findParams(cli, workspace, given)
  await confirm(`Retire the previous secrets of ${name}? They stop working immediately.`, options)
  const { authToken } = await cli.call(tokens.retire, { params })
  cli.output.result(authToken, () => cli.output.line(`Retired the previous secrets of ${name}.`))
}

interface PauseOptions {
  for: (typeof pauseDurations)[number]
  yes?: boolean
}

async function pause(cli: Cli, workspace: string, given: string, options: PauseOptions): Promise<void> {
  const { params, name } = await findParams(cli, workspace, given)
  await confirm(`Pause ${name}? Requests that use it are refused for ${options.for}.`, options)
  const { authToken } = await cli.call(tokens.pause, { params, body: { for: options.for } })
  cli.output.result(authToken, () =>
    cli.output.line(`Paused ${name} until ${formatTime(authToken.pausedUntil)}.`),
  )
}

async function resume(cli: Cli, workspace: string, given: string): Promise<void> {
  const { params, name } = await findParams(cli, workspace, given)
  const { authToken } = await cli.call(tokens.resume, { params })
  cli.output.result(authToken, () => cli.output.line(`Resumed ${name}.`))
}

async function listRefusals(cli: Cli, workspace: string, given: string): Promise<void> {
  const { params } = await findParams(cli, workspace, given)
  const { refusals } = await cli.call(tokens.refusals, { params })
  cli.output.result(refusals, () =>
    cli.output.table(
      ['TIME', 'CALL', 'ADDRESS', 'CLIENT'],
      refusals.map((row) => [formatTime(row.at), row.call, row.ipAddress, row.userAgent ?? '-']),
      'No requests were refused because of a pause.',
    ),
  )
}

export function addTokenRotationCommands(noun: Command, cli: Cli): void {
  const workspaceArgument = ['<workspace>', 'name or id of the workspace'] as const
  const tokenArgument = ['<token>', 'name or id of the token'] as const

  noun
    .command('rotate')
    .description('Give a token a new secret. The previous one continues to work for a while.')
    .argument(...workspaceArgument)
    .argument(...tokenArgument)
    .option('--overlap <time>', 'how long the previous secret works, such as 24h or 0 (default: "24h")')
    .option('--expiration <time>', 'lifetime of the new secret (default: as long as the previous one)')
    .option('--output <file>', 'write the secret to a new file that only you can read')
    .addHelpText('after', '\nExample:\n  $ portal tokens rotate Production deploys --output deploys.token')
    .action((workspace: string, given: string, options: RotateOptions) =>
      rotate(cli, workspace, given, options),
    )

  noun
    .command('retire')
    .description('Retire the previous secrets of a rotated token now.')
    .argument(...workspaceArgument)
    .argument(...tokenArgument)
    .option('--yes', "don't ask for confirmation")
    .addHelpText('after', '\nExample:\n  $ portal tokens retire Production deploys')
    .action((workspace: string, given: string, options: { yes?: boolean }) =>
      retire(cli, workspace, given, options),
    )

  noun
    .command('pause')
    .description('Pause a token for a while, to find out what uses it.')
    .argument(...workspaceArgument)
    .argument(...tokenArgument)
    .addOption(
      new Option('--for <time>', 'duration of the pause').choices([...pauseDurations]).default('15m'),
    )
    .option('--yes', "don't ask for confirmation")
    .addHelpText('after', '\nExample:\n  $ portal tokens pause Production deploys --for 1h')
    .action((workspace: string, given: string, options: PauseOptions) =>
      pause(cli, workspace, given, options),
    )

  noun
    .command('resume')
    .description('End the pause of a token.')
    .argument(...workspaceArgument)
    .argument(...tokenArgument)
    .addHelpText('after', '\nExample:\n  $ portal tokens resume Production deploys')
    .action((workspace: string, given: string) => resume(cli, workspace, given))

  noun
    .command('refusals')
    .description('List the requests that were refused while a token was paused.')
    .argument(...workspaceArgument)
    .argument(...tokenArgument)
    .addHelpText('after', '\nExample:\n  $ portal tokens refusals Production deploys')
    .action((workspace: string, given: string) => listRefusals(cli, workspace, given))
}
