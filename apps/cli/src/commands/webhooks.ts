/** Webhooks. See docs/product/command-line.md#webhooks. */
import { rotationOverlapDefault } from '@portal/contract/limits'
import { type Webhook, type WebhookDisabledReason, webhooks } from '@portal/contract/webhooks/webhooks'
import { type Command, Option } from 'commander'
import type { Cli } from '../lib/cli.ts'
import { confirm } from '../lib/confirm.ts'
import { UsageError } from '../lib/errors.ts'
import { findByName, findWorkspace } from '../lib/find-by-name.ts'
import { formatTime } from '../lib/format.ts'
import { printIssued } from '../lib/print-issued.ts'

type Types = Webhook['types']

/** Adds comma-separated types of events. The option can also be repeated. */
function addTypes(text: string, types: Types = []): Types {
  const given = text.split(',').map((type) => type.trim())
  return types === 'all' || given.includes('all') ? 'all' : [...types, ...given.filter(Boolean)]
}

export const typesOption = (purpose: string): Option =>
  new Option('--types <types>', purpose).argParser(addTypes)

/** Finds a webhook by its id or URL. */
export async function findWebhook(cli: Cli, workspace: string, given: string) {
  const { id: workspaceId } = await findWorkspace(cli, workspace)
  const { webhooks: rows } = await cli.call(webhooks.list, { params: { workspaceId } })
  const named = rows.map((row) => ({ ...row, name: row.url }))
  const { id: webhookId, url } = await findByName(named, given, 'webhook', 'portal webhooks list')
  return { url, params: { workspaceId, webhookId } }
}

const disabledTexts: Record<WebhookDisabledReason, string> = {
  owner: 'paused',
  gone: 'disabled (URL answered 410)',
  failing: 'disabled (no success for days)',
  newOwner: 'not confirmed',
}

function statusOf({ disabledReason, failingSince }: Webhook): string {
  if (disabledReason) return disabledTexts[disabledReason]
  return failingSince ? `failing since ${formatTime(failingSince)}` : 'active'
}

async function list(cli: Cli, workspace: string): Promise<void> {
  const { id: workspaceId } = await findWorkspace(cli, workspace)
  const { webhooks: rows } = await cli.call(webhooks.list, { params: { workspaceId } })
  cli.output.result(rows, () =>
    cli.output.table(
      ['URL', 'STATUS', 'EVENTS', 'DESCRIPTION', 'CREATED BY', 'ID'],
      rows.map((row) => [
        row.url,
        statusOf(row),
        [row.types].flat().join(', '),
        row.description ?? '-',
        row.createdBy.email ?? '-',
        row.id,
      ]),
      'The workspace has no webhooks.',
    ),
  )
}

interface Fields {
  url?: string
  description?: string
  types?: Types
}

interface CreateOptions extends Fields {
  output?: string
}

async function create(cli: Cli, workspace: string, url: string, options: CreateOptions): Promise<void> {
  const { description, types = 'all' } = options
  const { id: workspaceId, displayName } = await findWorkspace(cli, workspace)
  const params = { workspaceId }
  await printIssued(
    cli,
    () => cli.call(webhooks.create, { params, body: { url, description, types } }),
    options,
    {
      field: 'secret',
      done: ({ webhook }) => `Created the webhook ${webhook.url} (${webhook.id}) in ${displayName}.`,
      onLost: ({ webhook }) => deleteLost(cli, workspaceId, webhook),
    },
  )
}

async function deleteLost(cli: Cli, workspaceId: string, { id, url }: Webhook): Promise<string> {
  try {
    await cli.call(webhooks.delete, { params: { workspaceId, webhookId: id } })
    return `The webhook ${url} was deleted. Create it again.`
  } catch {
    return `The webhook ${url} (${id}) exists, so rotate its secret or delete it.`
  }
}

async function rotateSecret(
  cli: Cli,
  [workspace, given]: [string, string],
  options: { overlap?: string; output?: string },
): Promise<void> {
  const { params } = await findWebhook(cli, workspace, given)
  const body = { overlap: options.overlap }
  await printIssued(cli, () => cli.call(webhooks.rotateSecret, { params, body }), options, {
    field: 'secret',
    done: ({ webhook: { url, previousSecretUntil } }) =>
      previousSecretUntil
        ? `Rotated the secret of ${url}. The previous one also signs until ${formatTime(previousSecretUntil)}.`
        : `Rotated the secret of ${url}.`,
    onLost: async ({ webhook }) => `Rotate the secret of ${webhook.url} again.`,
  })
}

async function update(
  cli: Cli,
  [workspace, given]: [string, string],
  body: Fields & { isEnabled?: boolean },
  verb: string,
): Promise<void> {
  const { params } = await findWebhook(cli, workspace, given)
  const { webhook } = await cli.call(webhooks.update, { params, body })
  cli.output.result(webhook, () => cli.output.line(`${verb} ${webhook.url}.`))
}

async function pause(cli: Cli, workspace: string, given: string, options: { yes?: boolean }): Promise<void> {
  const { params, url } = await findWebhook(cli, workspace, given)
  await confirm(`Pause ${url}? It receives no events until you enable it.`, options)
  const { webhook } = await cli.call(webhooks.update, { params, body: { isEnabled: false } })
  cli.output.result(webhook, () => cli.output.line(`Paused ${url}.`))
}

async function remove(cli: Cli, workspace: string, given: string, options: { yes?: boolean }): Promise<void> {
  const { params, url } = await findWebhook(cli, workspace, given)
  await confirm(`Delete the webhook ${url}? It receives no more events.`, options)
  await cli.call(webhooks.delete, { params })
  cli.output.result({ id: params.webhookId }, () => cli.output.line(`Deleted ${url}.`))
}

export function addWebhookCommands(program: Command, cli: Cli): Command {
  const noun = program.command('webhooks').description("Send a workspace's events to a URL.")
  const workspaceArgument = ['<workspace>', 'name or id of the workspace'] as const
  const webhookArgument = ['<webhook>', 'URL or id of the webhook'] as const
  const url = 'https://hooks.example.com/portal'

  noun
    .command('list')
    .description('List the webhooks of a workspace.')
    .argument(...workspaceArgument)
    .addHelpText('after', '\nExample:\n  $ portal webhooks list Production')
    .action((workspace: string) => list(cli, workspace))

  noun
    .command('create')
    .description('Create a webhook and write its secret to stdout, once.')
    .argument(...workspaceArgument)
    .argument('<url>', 'https URL that receives the events')
    .option('--description <text>', 'what it is for')
    .addOption(typesOption('types of events to send, separated by commas (default: all)'))
    .option('--output <file>', 'write the secret to a new file that only you can read')
    .addHelpText(
      'after',
      `\nExample:\n  $ portal webhooks create Production ${url} \\\n      --types token.created,token.revoked --output webhook.secret`,
    )
    .action((workspace: string, given: string, options: CreateOptions) =>
      create(cli, workspace, given, options),
    )

  noun
    .command('edit')
    .description('Change the URL, description or events of a webhook.')
    .argument(...workspaceArgument)
    .argument(...webhookArgument)
    .option('--url <url>', 'new https URL')
    .option('--description <text>', 'new description')
    .addOption(typesOption('types of events to send from now on, separated by commas, or all'))
    .addHelpText('after', `\nExample:\n  $ portal webhooks edit Production ${url} --types all`)
    .action((workspace: string, given: string, { url, description, types }: Fields) => {
      if (url === undefined && description === undefined && types === undefined)
        throw new UsageError('Nothing to change. Add --url, --description or --types.')
      return update(cli, [workspace, given], { url, description, types }, 'Saved')
    })

  noun
    .command('pause')
    .description('Pause a webhook. It receives no events until you enable it.')
    .argument(...workspaceArgument)
    .argument(...webhookArgument)
    .option('--yes', "don't ask for confirmation")
    .addHelpText('after', `\nExample:\n  $ portal webhooks pause Production ${url}`)
    .action((workspace: string, given: string, options: { yes?: boolean }) =>
      pause(cli, workspace, given, options),
    )

  noun
    .command('enable')
    .description('Enable a paused or disabled webhook, or confirm one of the previous owner.')
    .argument(...workspaceArgument)
    .argument(...webhookArgument)
    .addHelpText('after', `\nExample:\n  $ portal webhooks enable Production ${url}`)
    .action((workspace: string, given: string) =>
      update(cli, [workspace, given], { isEnabled: true }, 'Enabled'),
    )

  noun
    .command('delete')
    .description('Delete a webhook with its deliveries.')
    .argument(...workspaceArgument)
    .argument(...webhookArgument)
    .option('--yes', "don't ask for confirmation")
    .addHelpText('after', `\nExample:\n  $ portal webhooks delete Production ${url}`)
    .action((workspace: string, given: string, options: { yes?: boolean }) =>
      remove(cli, workspace, given, options),
    )

  noun
    .command('rotate-secret')
    .description('Give a webhook a new secret. The previous one also signs for a while.')
    .argument(...workspaceArgument)
    .argument(...webhookArgument)
    .option(
      '--overlap <time>',
      `how long the previous secret also signs, such as 1h or 0 (default: "${rotationOverlapDefault}")`,
    )
    .option('--output <file>', 'write the secret to a new file that only you can read')
    .addHelpText(
      'after',
      `\nExample:\n  $ portal webhooks rotate-secret Production ${url} --output new.secret`,
    )
    .action((workspace: string, given: string, options: { overlap?: string; output?: string }) =>
      rotateSecret(cli, [workspace, given], options),
    )

  return noun
}
