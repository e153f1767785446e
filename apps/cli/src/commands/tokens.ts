/** API tokens. See docs/product/command-line.md#tokens. */
import { defaultTokenExpiration } from '@portal/contract/limits'
import { type AuthToken, type TokenPermission, tokenPermissions } from '@portal/contract/tokens/token-schemas'
import { tokens } from '@portal/contract/tokens/tokens'
import { type Command, Option } from 'commander'
import type { Cli } from '../lib/cli.ts'
import { confirm } from '../lib/confirm.ts'
import { findByName, findWorkspace } from '../lib/find-by-name.ts'
import { formatPerson, formatTime } from '../lib/format.ts'
import { limitOption, takeRows } from '../lib/limited-rows.ts'
import { printIssued } from '../lib/print-issued.ts'
import { showAndWatch } from '../lib/watch.ts'
import { findServiceAccount } from './service-accounts.ts'

function statusOf({ revokedAt, expiresAt, pausedUntil }: AuthToken): string {
  if (revokedAt) return 'revoked'
  if (expiresAt !== undefined && Date.parse(expiresAt) <= Date.now()) return 'expired'
  return pausedUntil !== null && Date.parse(pausedUntil) > Date.now() ? 'paused' : 'active'
}

const works = (token: AuthToken) => ['active', 'paused'].includes(statusOf(token))

async function* listTokens(cli: Cli, workspaceId: string) {
  for await (const { authTokens } of cli.pages(tokens.list, { params: { workspaceId } })) yield* authTokens
}

/** Finds a token by id or name. Revoked tokens can only be found by id. */
export async function findToken(cli: Cli, workspaceId: string, given: string): Promise<AuthToken> {
  async function* listCandidates() {
    for await (const token of listTokens(cli, workspaceId))
      if (token.id === given || statusOf(token) !== 'revoked') yield token
  }
  return findByName(listCandidates(), given, 'token', 'portal tokens list')
}

interface ListOptions {
  all?: boolean
  limit: number
  watch?: boolean
}

async function list(cli: Cli, workspace: string, options: ListOptions): Promise<void> {
  const { id: workspaceId } = await findWorkspace(cli, workspace)
  async function* listShown() {
    for await (const token of listTokens(cli, workspaceId)) if (options.all || works(token)) yield token
  }
  await showAndWatch(cli.output, options, async () => {
    const rows = await takeRows(cli.output, listShown(), options.limit, 'tokens')
    cli.output.result(rows, () =>
      cli.output.table(
        ['NAME', 'STATUS', 'PERMISSION', 'EXPIRES', 'LAST USED', 'ACTS FOR', 'ID'],
        rows.map((row) => [
          row.name,
          statusOf(row),
          row.permission,
          formatTime(row.expiresAt),
          formatTime(row.lastUsedAt),
          row.serviceAccount?.name ?? formatPerson(row.createdBy),
          row.id,
        ]),
        'The workspace has no active tokens.',
      ),
    )
  })
}

interface CreateOptions {
  expiration?: string
  permission?: TokenPermission
  serviceAccount?: string
  output?: string
}

async function create(cli: Cli, workspace: string, name: string, options: CreateOptions): Promise<void> {
  const { expiration, permission, serviceAccount } = options
  const { id, displayName } = await findWorkspace(cli, workspace)
  const account = serviceAccount === undefined ? undefined : await findServiceAccount(cli, id, serviceAccount)
  await printIssued(
    cli,
    () =>
      cli.call(tokens.create, {
        params: { workspaceId: id },
        body: { name, expiration, permission, serviceAccountId: account?.id },
      }),
    options,
    {
      field: 'token',
      done: ({ authToken: token }) =>
        `Created ${token.name} (${token.id}) in ${displayName}. It expires ${formatTime(token.expiresAt)}.`,
      onLost: ({ authToken }) => revokeLost(cli, id, authToken),
    },
  )
}

async function revokeLost(cli: Cli, workspaceId: string, { id, name }: AuthToken): Promise<string> {
  try {
    await cli.call(tokens.revoke, { params: { workspaceId, tokenId: id } })
    return `${name} was revoked. Create it again.`
  } catch {
    return `${name} (${id}) works, so revoke it.`
  }
}

async function revoke(cli: Cli, workspace: string, given: string, options: { yes?: boolean }): Promise<void> {
  const { id: workspaceId } = await findWorkspace(cli, workspace)
  const { id, name } = await findToken(cli, workspaceId, given)
  await confirm(`Revoke ${name}? It stops working immediately and permanently.`, options)
  await cli.call(tokens.revoke, { params: { workspaceId, tokenId: id } })
  cli.output.result({ id }, () => cli.output.line(`Revoked ${name}.`))
}

export function addTokenCommands(program: Command, cli: Cli): Command {
  const noun = program
    .command('tokens')
    .description('List, create, rotate, pause and revoke API tokens of a workspace.')
  const workspaceArgument = ['<workspace>', 'name or id of the workspace'] as const
  const tokenArgument = ['<token>', 'name or id of the token'] as const

  noun
    .command('list')
    .description('List the active API tokens of a workspace.')
    .argument(...workspaceArgument)
    .option('--all', 'include expired and revoked tokens')
    .addOption(limitOption('tokens'))
    .option('--watch', 'refresh every 2 seconds')
    .addHelpText('after', '\nExample:\n  $ portal tokens list Production')
    .action((workspace: string, options) => list(cli, workspace, options))

  noun
    .command('create')
    .description('Create an API token and write its secret to stdout, once.')
    .argument(...workspaceArgument)
    .argument('<name>', 'name of the token')
    .option('--expiration <time>', `lifetime, such as 90d or 12h (default: "${defaultTokenExpiration}")`)
    .addOption(
      new Option('--permission <permission>', 'what the token may do (default: "read")').choices(
        tokenPermissions,
      ),
    )
    .option('--service-account <name>', 'service account that the token acts for, instead of you')
    .option('--output <file>', 'write the secret to a new file that only you can read')
    .addHelpText(
      'after',
      '\nExamples:\n  $ portal tokens create Production deploys --expiration 90d --output deploys.token\n  $ TOKEN=$(portal tokens create Production deploys)',
    )
    .action((workspace: string, name: string, options: CreateOptions) =>
      create(cli, workspace, name, options),
    )

  noun
    .command('revoke')
    .description('Revoke an API token.')
    .argument(...workspaceArgument)
    .argument(...tokenArgument)
    .option('--yes', "don't ask for confirmation")
    .addHelpText('after', '\nExample:\n  $ portal tokens revoke Production deploys')
    .action((workspace: string, given: string, options: { yes?: boolean }) =>
      revoke(cli, workspace, given, options),
    )

  return noun
}
