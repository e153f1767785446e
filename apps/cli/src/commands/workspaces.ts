/** Workspaces. See docs/product/command-line.md#commands. */
import { roleLabels } from '@portal/contract/members/roles'
import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import type { Command } from 'commander'
import type { Cli } from '../lib/cli.ts'
import { confirm } from '../lib/confirm.ts'
import { CommandError, UsageError } from '../lib/errors.ts'
import { findWorkspace } from '../lib/find-by-name.ts'
import { formatPerson, formatTime } from '../lib/format.ts'
import { limitOption, takeRows } from '../lib/limited-rows.ts'
import { openBrowser } from '../lib/open-browser.ts'
import { showAndWatch } from '../lib/watch.ts'

const typeLabels: Record<Workspace['instanceEnvType'], string> = {
  SI: 'Managed',
  PRIVATE: 'Remote URL',
  LOCAL: 'Local',
}

const statusOf = ({ quarantinedAt, isDefault }: Workspace) =>
  [quarantinedAt ? 'quarantined' : '', isDefault ? 'default' : ''].filter(Boolean).join(', ') || '-'

function printWorkspace({ output }: Cli, workspace: Workspace): void {
  output.facts({
    Name: workspace.displayName,
    Id: workspace.id,
    Description: workspace.description,
    Type: typeLabels[workspace.instanceEnvType],
    URL: workspace.instanceUrl,
    'Your role': roleLabels[workspace.role],
    'Created by': formatPerson(workspace.creatorUser),
    Created: formatTime(workspace.createdAt),
    Members: String(workspace.memberCount),
    Approvals: workspace.approvalsEnabled ? 'on' : 'off',
    Status: statusOf(workspace),
    'Last opened': formatTime(workspace.lastOpenedAt),
  })
}

interface Fields {
  name?: string
  url?: string
  description?: string
  approvals?: boolean
}

const toSave = ({ name, url, description, approvals }: Fields) => ({
  ...(name === undefined ? {} : { displayName: name }),
  ...(url === undefined ? {} : { instanceUrl: url }),
  ...(description === undefined ? {} : { description: description === '' ? null : description }),
  ...(approvals === undefined ? {} : { approvalsEnabled: approvals }),
})

interface ListOptions {
  all?: boolean
  limit: number
  watch?: boolean
}

async function list(cli: Cli, options: ListOptions): Promise<void> {
  await showAndWatch(cli.output, options, async () => {
    let hiddenCount = 0
    async function* listShown() {
      for await (const page of cli.pages(workspaces.list, {}))
        for (const row of page)
          if (options.all || !row.isHidden) yield row
          else hiddenCount += 1
    }
    const rows = await takeRows(cli.output, listShown(), options.limit, 'workspaces')
    cli.output.result(rows, () =>
      cli.output.table(
        ['NAME', 'ROLE', 'TYPE', 'MEMBERS', 'STATUS', 'ID'],
        rows.map((row) => [
          row.displayName,
          roleLabels[row.role],
          typeLabels[row.instanceEnvType],
          String(row.memberCount),
          statusOf(row),
          row.id,
        ]),
        hiddenCount === 0
          ? 'You have no workspaces.'
          : 'All your workspaces are hidden. Add --all to see them.',
      ),
    )
  })
}

async function create(cli: Cli, name: string, url: string, options: Fields): Promise<void> {
  const { description, approvals: approvalsEnabled } = options
  const body = { displayName: name, instanceUrl: url, description, approvalsEnabled }
  const reply = await cli.call(workspaces.create, { body })
  const created = reply.workspaces.find(({ id }) => id === reply.newWorkspaceId)
  if (!created)
    throw new CommandError('The new workspace is missing from the list. Run `portal workspaces list`.')
  cli.output.result(created, () => cli.output.line(`Created ${created.displayName} (${created.id}).`))
}

async function edit(cli: Cli, given: string, options: Fields): Promise<void> {
  const body = toSave(options)
  if (Object.keys(body).length === 0)
    throw new UsageError(
      'Nothing to change. Add --name, --url, --description, --approvals or --no-approvals.',
    )
  const { id } = await findWorkspace(cli, given)
  const rows = await cli.call(workspaces.update, { params: { workspaceId: id }, body })
  const saved = rows.find((row) => row.id === id)
  cli.output.result(saved ?? { id }, () => cli.output.line(`Saved ${saved?.displayName ?? id}.`))
}

async function open(cli: Cli, given: string, { browser }: { browser: boolean }): Promise<void> {
  const { id } = await findWorkspace(cli, given)
  const { apiUrl } = await cli.session()
  const url = `${apiUrl}/workspaces/${encodeURIComponent(id)}/go`
  cli.output.result({ id, url }, () => cli.output.line(url))
  if (browser && cli.config.hasBrowser && cli.output.isTerminal) openBrowser(url)
}

async function remove(cli: Cli, given: string, options: { yes?: boolean }): Promise<void> {
  const { id, displayName, memberCount } = await findWorkspace(cli, given)
  const members = memberCount === 1 ? 'you' : `all ${memberCount} members`
  await confirm(
    `Delete ${displayName}? It disappears for ${members} and its tokens stop working. You can restore it for 30 days.`,
    options,
  )
  await cli.call(workspaces.delete, { params: { workspaceId: id } })
  cli.output.result({ id }, () =>
    cli.output.line(`Deleted ${displayName}. You can restore it on the portal for 30 days.`),
  )
}

export function addWorkspaceCommands(program: Command, cli: Cli): void {
  const noun = program.command('workspaces').description('List, create, change and open workspaces.')
  const workspaceArgument = ['<workspace>', 'name or id of the workspace'] as const

  noun
    .command('list')
    .description('List your workspaces.')
    .option('--all', 'include hidden workspaces')
    .addOption(limitOption('workspaces'))
    .option('--watch', 'refresh every 2 seconds')
    .addHelpText('after', '\nExamples:\n  $ portal workspaces list\n  $ portal workspaces list --json')
    .action((options) => list(cli, options))

  noun
    .command('show')
    .description('Show one workspace.')
    .argument(...workspaceArgument)
    .addHelpText('after', '\nExample:\n  $ portal workspaces show Production')
    .action(async (given: string) => {
      const workspace = await findWorkspace(cli, given)
      cli.output.result(workspace, () => printWorkspace(cli, workspace))
    })

  noun
    .command('create')
    .description('Create a workspace. You become its owner.')
    .argument('<name>', 'display name')
    .argument('<url>', 'URL of its instance')
    .option('--description <text>', 'description')
    .option('--approvals', 'require approvals')
    .addHelpText('after', '\nExample:\n  $ portal workspaces create Staging http://localhost:8080')
    .action((name: string, url: string, options: Fields) => create(cli, name, url, options))

  noun
    .command('edit')
    .description('Change a workspace. Only its owner can do this.')
    .argument(...workspaceArgument)
    .option('--name <name>', 'new display name')
    .option('--url <url>', 'new URL of its instance')
    .option('--description <text>', 'new description, or "" for none')
    .option('--approvals', 'require approvals')
    .option('--no-approvals', 'stop requiring approvals')
    .addHelpText('after', '\nExample:\n  $ portal workspaces edit Staging --description "For tests"')
    .action((given: string, options: Fields) => edit(cli, given, options))

  noun
    .command('open')
    .description('Open a workspace in your browser, or print its address if there is no browser.')
    .argument(...workspaceArgument)
    .option('--no-browser', 'only print the address')
    .addHelpText('after', '\nExample:\n  $ portal workspaces open Production')
    .action((given: string, options: { browser: boolean }) => open(cli, given, options))

  noun
    .command('delete')
    .description('Delete a workspace. Only its owner can do this.')
    .argument(...workspaceArgument)
    .option('--yes', "don't ask for confirmation")
    .addHelpText('after', '\nExample:\n  $ portal workspaces delete Staging --yes')
    .action((given: string, options: { yes?: boolean }) => remove(cli, given, options))
}
