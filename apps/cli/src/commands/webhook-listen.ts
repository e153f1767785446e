/** Sends the events of a workspace to a local URL. See docs/product/command-line.md#listening-locally. */
import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { activityActs } from '@portal/contract/activity/activity'
import { type Event, events, latestEvent } from '@portal/contract/events/events'
import { listPageMaxSize } from '@portal/contract/limits'
import { type Delivery, type NewWebhook, webhookTimeoutMs } from '@portal/contract/webhooks/webhooks'
import { type Command, InvalidArgumentError } from 'commander'
import { Webhook } from 'standardwebhooks'
import type { Cli } from '../lib/cli.ts'
import { exitCodes, rootCauseOf } from '../lib/errors.ts'
import { findWorkspace } from '../lib/find-by-name.ts'
import { formatTime } from '../lib/format.ts'
import { keepTrying } from '../lib/keep-trying.ts'
import { sleep } from '../lib/sleep.ts'
import { typesOption } from './webhooks.ts'

const pollEveryMs = 2_000
/** The waits after the first and each further failed attempt. They are short, because the user is waiting. */
const retryDelaysMs: readonly number[] = [1_000, 5_000, 15_000]

type Attempt = Omit<Delivery, 'id' | 'kind' | 'answer'>
type Outcome = Pick<Delivery, 'status' | 'problem' | 'isSuccess' | 'durationMs'>

interface Options {
  workspace: string
  forwardTo: string
  types?: NewWebhook['types']
}

/** Node's `fetch` refuses a URL with a user name. */
function parseForwardTo(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new InvalidArgumentError('Enter a URL that starts with http:// or https://, without a user name.')
  return url.href
}

function problemOf(error: unknown): string {
  if ((error as Error).name === 'TimeoutError')
    return `does not answer within ${webhookTimeoutMs / 1_000} seconds`
  return `can't be reached: ${(rootCauseOf(error) as Error).message}`
}

/** Makes one attempt. Never throws because of the server. */
async function post(url: string, webhook: Webhook, event: Event, at: Date): Promise<Outcome> {
  const body = JSON.stringify(event)
  const headers = {
    'content-type': 'application/json',
    'webhook-id': event.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': webhook.sign(event.id, at, body),
  }
  const durationMs = () => Math.round(Date.now() - at.getTime())
  try {
    const signal = AbortSignal.timeout(webhookTimeoutMs)
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    // Frees the connection.
    await response.body?.cancel().catch(() => {})
    return { status: response.status, problem: null, isSuccess: response.ok, durationMs: durationMs() }
  } catch (error) {
    return { status: null, problem: problemOf(error), isSuccess: false, durationMs: durationMs() }
  }
}

function printAttempt({ output }: Cli, attempt: Attempt, delayMs: number | undefined): void {
  if (output.isJson) return void process.stdout.write(`${JSON.stringify(attempt)}\n`)
  const { at, type, eventId, status, problem, isSuccess, durationMs } = attempt
  const next = delayMs === undefined ? 'no further attempt' : `next attempt in ${delayMs / 1_000} s`
  const cells = [formatTime(at), type, eventId, problem ?? String(status), `${durationMs} ms`]
  output.line([...cells, ...(isSuccess ? [] : [next])].join('  '))
}

/** Sends an event until an attempt succeeds or there are no further ones. */
async function deliver(cli: Cli, url: string, webhook: Webhook, event: Event): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const at = new Date()
    const outcome = await post(url, webhook, event, at)
    const delayMs = outcome.isSuccess ? undefined : retryDelaysMs[attempt - 1]
    const nextAttemptAt = delayMs === undefined ? null : new Date(Date.now() + delayMs).toISOString()
    const { id: eventId, type } = event
    printAttempt(
      cli,
      { eventId, type, at: at.toISOString(), attempt, ...outcome, nextAttemptAt, event },
      delayMs,
    )
    if (delayMs === undefined) return
    await sleep(delayMs)
  }
}

/** Reads the events after the one with the id `after`. Continues after an outage of the API. */
const readAfter = (cli: Cli, workspaceId: string, after: string | undefined) =>
  keepTrying(
    () =>
      cli.call(events.list, { params: { workspaceId }, query: { after, limit: String(listPageMaxSize) } }),
    cli.output.note,
  )

async function listen(cli: Cli, { workspace, forwardTo, types = 'all' }: Options): Promise<never> {
  const { output } = cli
  const { id: workspaceId, displayName } = await findWorkspace(cli, workspace)
  const unknown = types === 'all' ? [] : types.filter((type) => !(activityActs as string[]).includes(type))
  if (unknown.length > 0) output.note(`This version of portal knows no event named ${unknown.join(' or ')}.`)
  process.once('SIGINT', () => process.exit(exitCodes.success))

  let after = (await readAfter(cli, workspaceId, latestEvent)).next ?? undefined
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const webhook = new Webhook(secret)
  if (output.isJson) process.stdout.write(`${JSON.stringify({ secret, forwardTo })}\n`)
  else output.line(`Secret of this run: ${secret}`)
  output.note(`Sending new events of ${displayName} to ${forwardTo}. Press Ctrl-C to stop.`)
  for (;;) {
    await sleep(pollEveryMs)
    const page = await readAfter(cli, workspaceId, after)
    for (const event of page.events)
      if (types === 'all' || types.includes(event.type)) await deliver(cli, forwardTo, webhook, event)
    after = page.next ?? undefined
  }
}

export function addWebhookListenCommand(noun: Command, cli: Cli): void {
  noun
    .command('listen')
    .description(
      'Send new events of a workspace to a URL on your computer or network, until you press Ctrl-C.',
    )
    .requiredOption('--workspace <workspace>', 'name or id of the workspace')
    .requiredOption('--forward-to <url>', 'http or https URL that receives the events', parseForwardTo)
    .addOption(typesOption('types of events to send, separated by commas (default: all)'))
    .addHelpText(
      'after',
      `
Events are signed with a secret that is only valid for this run. The command prints it first.

Examples:
  $ portal webhooks listen --workspace Production --forward-to http://localhost:3000/hook
  $ portal webhooks listen --workspace Production --forward-to http://localhost:3000/hook \\
      --types token.created,token.revoked`,
    )
    .action((options: Options) => listen(cli, options))
}
