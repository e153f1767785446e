/** Testing webhooks, and what became of their deliveries. See docs/product/command-line.md#webhooks. */
import { type Delivery, webhooks } from '@portal/contract/webhooks/webhooks'
import type { Command } from 'commander'
import type { Cli } from '../lib/cli.ts'
import { CommandError } from '../lib/errors.ts'
import { formatTime } from '../lib/format.ts'
import { showAndWatch } from '../lib/watch.ts'
import { findWebhook } from './webhooks.ts'

/** Prints an attempt. Throws if it failed, so that scripts notice. */
function printAttempt({ output }: Cli, delivery: Delivery): void {
  const { status, problem, isSuccess, durationMs } = delivery
  const outcome = problem ?? `answered with status ${status} after ${durationMs} ms`
  if (output.isJson || isSuccess) output.result(delivery, () => output.line(`The server ${outcome}.`))
  if (!isSuccess) throw new CommandError(`The delivery failed: the server ${outcome}.`)
}

async function test(cli: Cli, workspace: string, given: string): Promise<void> {
  const { params } = await findWebhook(cli, workspace, given)
  const { delivery } = await cli.call(webhooks.test, { params })
  printAttempt(cli, delivery)
}

async function resend(cli: Cli, workspace: string, given: string, deliveryId: string): Promise<void> {
  const { params } = await findWebhook(cli, workspace, given)
  const { delivery } = await cli.call(webhooks.resend, { params: { ...params, deliveryId } })
  printAttempt(cli, delivery)
}

async function listDeliveries(cli: Cli, workspace: string, given: string, options: { watch?: boolean }) {
  const { params } = await findWebhook(cli, workspace, given)
  await showAndWatch(cli.output, options, async () => {
    const { deliveries } = await cli.call(webhooks.deliveries, { params })
    cli.output.result(deliveries, () =>
      cli.output.table(
        ['TIME', 'EVENT', 'ATTEMPT', 'RESULT', 'DURATION', 'NEXT ATTEMPT', 'ID'],
        deliveries.map((row) => [
          formatTime(row.at),
          row.type,
          row.kind === 'event' ? String(row.attempt) : row.kind,
          row.problem ?? String(row.status),
          `${row.durationMs} ms`,
          formatTime(row.nextAttemptAt),
          row.id,
        ]),
        'The webhook has no deliveries yet.',
      ),
    )
  })
}

export function addWebhookDeliveryCommands(noun: Command, cli: Cli): Command {
  const workspaceArgument = ['<workspace>', 'name or id of the workspace'] as const
  const webhookArgument = ['<webhook>', 'URL or id of the webhook'] as const
  const url = 'https://hooks.example.com/portal'

  noun
    .command('test')
    .description('Send a test event to a webhook. Exits with 1 if the delivery fails.')
    .argument(...workspaceArgument)
    .argument(...webhookArgument)
    .addHelpText('after', `\nExample:\n  $ portal webhooks test Production ${url}`)
    .action((workspace: string, given: string) => test(cli, workspace, given))

  noun
    .command('deliveries')
    .description('List the latest attempts to deliver events to a webhook, newest first.')
    .argument(...workspaceArgument)
    .argument(...webhookArgument)
    .option('--watch', 'refresh every 2 seconds')
    .addHelpText('after', `\nExample:\n  $ portal webhooks deliveries Production ${url} --watch`)
    .action((workspace: string, given: string, options: { watch?: boolean }) =>
      listDeliveries(cli, workspace, given, options),
    )

  noun
    .command('resend')
    .description('Send the event of a delivery again, once. Exits with 1 if the delivery fails.')
    .argument(...workspaceArgument)
    .argument(...webhookArgument)
    .argument('<delivery>', 'id of the delivery')
    .addHelpText(
      'after',
      `\nExample:\n  $ portal webhooks resend Production ${url} 01JBW6R4T7X0Z3C6F9J2M5P8S1`,
    )
    .action((workspace: string, given: string, deliveryId: string) =>
      resend(cli, workspace, given, deliveryId),
    )

  return noun
}
