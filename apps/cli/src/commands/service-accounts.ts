/** Service accounts. See docs/product/command-line.md#commands. */
import { type ServiceAccount, serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import type { Command } from 'commander'
import type { Cli } from '../lib/cli.ts'
import { confirm } from '../lib/confirm.ts'
import { UsageError } from '../lib/errors.ts'
import { findByName, findWorkspace } from '../lib/find-by-name.ts'
import { formatPerson, formatTime } from '../lib/format.ts'

export async function findServiceAccount(
  cli: Cli,
  workspaceId: string,
  given: string,
): Promise<ServiceAccount> {
  const { serviceAccounts: rows } = await cli.call(serviceAccounts.list, { params: { workspaceId } })
  return findByName(rows, given, 'service account', 'portal service-accounts list')
}

async function list(cli: Cli, workspace: string): Promise<void> {
  const { id: workspaceId } = await findWorkspace(cli, workspace)
  const { serviceAccounts: rows } = await cli.call(serviceAccounts.list, { params: { workspaceId } })
  cli.output.result(rows, () =>
    cli.output.table(
      ['NAME', 'STATUS', 'TOKENS', 'LAST USED', 'CREATED BY', 'ID'],
      rows.map((row) => [
        row.name,
        row.disabledAt ? 'disabled' : 'enabled',
        String(row.activeTokenCount),
        formatTime(row.lastUsedAt),
        formatPerson(row.createdBy),
        row.id,
      ]),
      'The workspace has no service accounts.',
    ),
  )
}

interface Fields {
  name?: string
  description?: string
}

async function create(cli: Cli, workspace: string, name: string, { description }: Fields): Promise<void> {
  const { id: workspaceId, displayName } = await findWorkspace(cli, workspace)
  const { serviceAccount } = await cli.call(serviceAccounts.create, {
    params: { workspaceId },
    body: { name, description },
  })
  cli.output.result(serviceAccount, () =>
    cli.output.line(`Created ${serviceAccount.name} (${serviceAccount.id}) in ${displayName}.`),
  )
}

async function update(
  cli: Cli,
  [workspace, given]: [string, string],
  body: Fields & { isDisabled?: boolean },
  verb: string,
): Promise<void> {
  const { id: workspaceId } = await findWorkspace(cli, workspace)
  const { id: serviceAccountId } = await findServiceAccount(cli, workspaceId, given)
  const params = { workspaceId, serviceAccountId }
  const { serviceAccount } = await cli.call(serviceAccounts.update, { params, body })
  cli.output.result(serviceAccount, () => cli.output.line(`${verb} ${serviceAccount.name}.`))
}

async function remove(cli: Cli, workspace: string, given: string, options: { yes?: boolean }): Promise<void> {
  const { id: workspaceId } = await findWorkspace(cli, workspace)
  const { id, name } = await findServiceAccount(cli, workspaceId, given)
  await confirm(`Delete the service account ${name}? Its tokens stop working permanently.`, options)
  await cli.call(serviceAccounts.delete, { params: { workspaceId, serviceAccountId: id } })
  cli.output.result({ id }, () => cli.output.line(`Deleted ${name}.`))
}

async function disable(
  cli: Cli,
  workspace: string,
  given: string,
  options: { yes?: boolean },
): Promise<void> {
  await confirm(
    `Disable the service account ${given}? Its tokens are refused until you enable it again.`,
    options,
  )
  await update(cli, [workspace, given], { isDisabled: true }, 'Disabled')
}

export function addServiceAccountCommands(program: Command, cli: Cli): void {
  const noun = program.command('service-accounts').description('Manage the service accounts of a workspace.')
  const workspaceArgument = ['<workspace>', 'name or id of the workspace'] as const
  const accountArgument = ['<service-account>', 'name or id of the service account'] as const

  noun
    .command('list')
    .description('List the service accounts of a workspace.')
    .argument(...workspaceArgument)
    .addHelpText('after', '\nExample:\n  $ portal service-accounts list Production')
    .action((workspace: string) => list(cli, workspace))

  noun
    .command('create')
    .description('Create a service account.')
    .argument(...workspaceArgument)
    .argument('<name>', 'name, unique in the workspace')
    .option('--description <text>', 'what it is for')
    .addHelpText('after', '\nExample:\n  $ portal service-accounts create Production deploys')
    .action((workspace: string, name: string, options: Fields) => create(cli, workspace, name, options))

  noun
    .command('edit')
    .description('Change the name or description of a service account.')
    .argument(...workspaceArgument)
    .argument(...accountArgument)
    .option('--name <name>', 'new name')
    .option('--description <text>', 'new description')
    .addHelpText('after', '\nExample:\n  $ portal service-accounts edit Production deploys --name releases')
    .action((workspace: string, given: string, { name, description }: Fields) => {
      if (name === undefined && description === undefined)
        throw new UsageError('Nothing to change. Add --name or --description.')
      return update(cli, [workspace, given], { name, description }, 'Saved')
    })

  noun
    .command('disable')
    .description('Disable a service account. Its tokens are refused until you enable it again.')
    .argument(...workspaceArgument)
    .argument(...accountArgument)
    .option('--yes', "don't ask for confirmation")
    .addHelpText('after', '\nExample:\n  $ portal service-accounts disable Production deploys')
    .action((workspace: string, given: string, options: { yes?: boolean }) =>
      disable(cli, workspace, given, options),
    )

  noun
    .command('enable')
    .description('Enable a service account, so that its tokens work again.')
    .argument(...workspaceArgument)
    .argument(...accountArgument)
    .addHelpText('after', '\nExample:\n  $ portal service-accounts enable Production deploys')
    .action((workspace: string, given: string) =>
      update(cli, [workspace, given], { isDisabled: false }, 'Enabled'),
    )

  noun
    .command('delete')
    .description('Delete a service account and revoke its tokens.')
    .argument(...workspaceArgument)
    .argument(...accountArgument)
    .option('--yes', "don't ask for confirmation")
    .addHelpText('after', '\nExample:\n  $ portal service-accounts delete Production deploys')
    .action((workspace: string, given: string, options: { yes?: boolean }) =>
      remove(cli, workspace, given, options),
    )
}
