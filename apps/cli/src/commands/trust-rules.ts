/** Trust rules: which pipelines may act as a service account. See docs/product/command-line.md#trust-rules. */
import { type NewTrustRule, type TrustRule, trustRules } from '@portal/contract/trust-rules/trust-rules'
import type { Command } from 'commander'
import type { Cli } from '../lib/cli.ts'
import { confirm } from '../lib/confirm.ts'
import { UsageError } from '../lib/errors.ts'
import { findByName, findWorkspace } from '../lib/find-by-name.ts'
import { formatTime } from '../lib/format.ts'
import { showAndWatch } from '../lib/watch.ts'
import { findServiceAccount } from './service-accounts.ts'

type Claims = NonNullable<NewTrustRule['claims']>

/** Adds `name=value` to the claims. A name that is given again accepts any of its values. */
export function addClaim(text: string, claims: Claims = {}): Claims {
  const equals = text.indexOf('=')
  if (equals < 1)
    throw new UsageError(`--claim needs a name and a value, such as repository=acme/app, not "${text}".`)
  const name = text.slice(0, equals)
  const value = text.slice(equals + 1)
  const known = Object.hasOwn(claims, name) ? claims[name] : undefined
  return { ...claims, [name]: known === undefined ? value : [known, value].flat() }
}

async function findParams(cli: Cli, workspace: string, account: string) {
  const { id: workspaceId } = await findWorkspace(cli, workspace)
  const { id: serviceAccountId } = await findServiceAccount(cli, workspaceId, account)
  return { workspaceId, serviceAccountId }
}

const claimsText = ({ claims, isLearning }: TrustRule) =>
  isLearning
    ? 'learning'
    : Object.entries(claims)
        .map(([name, values]) => `${name}=${[values].flat().join('|')}`)
        .join(' ')

async function list(cli: Cli, workspace: string, account: string): Promise<void> {
  const params = await findParams(cli, workspace, account)
  const { trustRules: rows } = await cli.call(trustRules.list, { params })
  cli.output.result(rows, () =>
    cli.output.table(
      ['NAME', 'ISSUER', 'CLAIMS', 'LAST USED', 'ID'],
      rows.map((row) => [row.name, row.issuer, claimsText(row), formatTime(row.lastUsedAt), row.id]),
      'The service account has no trust rules.',
    ),
  )
}

interface CreateOptions {
  issuer: string
  audience: string
  claim?: Claims
  lifetime?: string
  learning?: boolean
}

async function create(cli: Cli, words: [string, string, string], options: CreateOptions): Promise<void> {
  const [workspace, account, name] = words
  const { issuer, audience, claim: claims, lifetime, learning: isLearning } = options
  if (!claims && !isLearning)
    throw new UsageError(
      'Add --claim for each claim that a token must have, or --learning to record attempts first.',
    )
  if (lifetime !== undefined && !/^[0-9]{1,4}$/.test(lifetime))
    throw new UsageError('--lifetime must be a whole number of minutes.')
  const params = await findParams(cli, workspace, account)
  const minutes = lifetime === undefined ? undefined : Number(lifetime)
  const body = { name, issuer, audience, claims, lifetime: minutes, isLearning }
  const { trustRule } = await cli.call(trustRules.create, { params, body })
  cli.output.result(trustRule, () => cli.output.line(`Created ${trustRule.name} (${trustRule.id}).`))
}

async function remove(cli: Cli, words: [string, string, string], options: { yes?: boolean }): Promise<void> {
  const [workspace, account, given] = words
  const params = await findParams(cli, workspace, account)
  const { trustRules: rows } = await cli.call(trustRules.list, { params })
  const { id, name } = await findByName(rows, given, 'trust rule', 'portal trust-rules list')
  await confirm(`Delete the trust rule ${name}? The tokens that it issued stop working.`, options)
  await cli.call(trustRules.delete, { params: { ...params, trustRuleId: id } })
  cli.output.result({ id }, () => cli.output.line(`Deleted ${name}.`))
}

async function listTries(cli: Cli, workspace: string, account: string, options: { watch?: boolean }) {
  const params = await findParams(cli, workspace, account)
  await showAndWatch(cli.output, options, async () => {
    const { exchanges } = await cli.call(trustRules.exchanges, { params })
    cli.output.result(exchanges, () =>
      cli.output.table(
        ['TIME', 'OUTCOME', 'TRIES', 'RULE', 'ADDRESS', 'PROBLEMS'],
        exchanges.map((row) => [
          formatTime(row.at),
          row.outcome,
          String(row.count),
          row.trustRule?.name ?? '-',
          row.ipAddress,
          row.problems.map(({ claim, received }) => `${claim} is ${received ?? 'missing'}`).join(', ') || '-',
        ]),
        'No pipeline has tried to get a token yet.',
      ),
    )
  })
}

export function addTrustRuleCommands(program: Command, cli: Cli): void {
  const noun = program
    .command('trust-rules')
    .description('Let pipelines get tokens of a service account without a secret.')
  const workspaceArgument = ['<workspace>', 'name or id of the workspace'] as const
  const accountArgument = ['<service-account>', 'name or id of the service account'] as const

  noun
    .command('list')
    .description('List the trust rules of a service account.')
    .argument(...workspaceArgument)
    .argument(...accountArgument)
    .addHelpText('after', '\nExample:\n  $ portal trust-rules list Production deploys')
    .action((workspace: string, account: string) => list(cli, workspace, account))

  noun
    .command('create')
    .description('Create a trust rule.')
    .argument(...workspaceArgument)
    .argument(...accountArgument)
    .argument('<name>', 'name of the rule')
    .requiredOption('--issuer <url>', 'issuer of the identity tokens')
    .requiredOption('--audience <text>', 'audience of the identity tokens')
    .option('--claim <name=value>', 'claim that a token must have; repeat it for more', addClaim)
    .option('--lifetime <minutes>', 'lifetime of the issued tokens')
    .option('--learning', 'only record attempts for an hour, to see their claims')
    .addHelpText(
      'after',
      `
Example:
  $ portal trust-rules create Production deploys main-branch \\
      --issuer https://token.actions.githubusercontent.com --audience https://api.example.com \\
      --claim repository_id=1296269 --claim repository_owner_id=583231 --claim ref=refs/heads/main`,
    )
    .action((workspace: string, account: string, name: string, options: CreateOptions) =>
      create(cli, [workspace, account, name], options),
    )

  noun
    .command('delete')
    .description('Delete a trust rule and revoke the tokens that it issued.')
    .argument(...workspaceArgument)
    .argument(...accountArgument)
    .argument('<rule>', 'name or id of the rule')
    .option('--yes', "don't ask for confirmation")
    .addHelpText('after', '\nExample:\n  $ portal trust-rules delete Production deploys main-branch')
    .action((workspace: string, account: string, given: string, options: { yes?: boolean }) =>
      remove(cli, [workspace, account, given], options),
    )

  noun
    .command('exchanges')
    .description('List the last exchanges of identity tokens, and why they were refused.')
    .argument(...workspaceArgument)
    .argument(...accountArgument)
    .option('--watch', 'refresh every 2 seconds')
    .addHelpText('after', '\nExample:\n  $ portal trust-rules exchanges Production deploys --watch')
    .action((workspace: string, account: string, options: { watch?: boolean }) =>
      listTries(cli, workspace, account, options),
    )
}
