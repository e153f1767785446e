import process from 'node:process'
import { type Delivery, type Webhook, webhooks } from '@portal/contract/webhooks/webhooks'
import { Command } from 'commander'
import { afterEach, expect, it, vi } from 'vitest'
import type { Cli } from '../lib/cli.ts'
import { makeOutput } from '../lib/output.ts'
import { addWebhookDeliveryCommands } from './webhook-deliveries.ts'
import { addWebhookCommands } from './webhooks.ts'

afterEach(() => void vi.restoreAllMocks())

const url = 'https://hooks.example.com/portal'
const params = { workspaceId: '01W', webhookId: '01H' }
const webhook = { id: '01H', url, previousSecretUntil: null } as Webhook
const failed = { status: 500, problem: null, isSuccess: false, durationMs: 84 } as Delivery

/** Runs a command against an API with one webhook, and returns the calls except lists. */
async function run(...words: string[]) {
  const sent: [call: object, input: object][] = []
  const cli = {
    output: makeOutput(),
    async *pages() {
      yield [{ id: '01W', displayName: 'Production' }]
    },
    async call(call: object, input: object) {
      if (call === webhooks.list) return { webhooks: [webhook] }
      sent.push([call, input])
      return { webhook, secret: 'whsec_c2VjcmV0', delivery: failed }
    },
  } as unknown as Cli
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const program = new Command()
  addWebhookDeliveryCommands(addWebhookCommands(program, cli), cli)
  const error = await program.parseAsync(['webhooks', ...words], { from: 'user' }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return { sent, error }
}

/** Lets stdout accept what is written to it, or fail. */
const stubStdout = (failure?: Error) =>
  vi.spyOn(process.stdout, 'write').mockImplementation(((_text: string, done?: (error?: Error) => void) => {
    done?.(failure)
    return true
  }) as typeof process.stdout.write)

it('webhooks create sends all events by default, and writes only the secret to stdout', async () => {
  const write = stubStdout()
  const { sent } = await run('create', 'Production', url)
  expect(sent).toEqual([
    [
      webhooks.create,
      { params: { workspaceId: '01W' }, body: { url, description: undefined, types: 'all' } },
    ],
  ])
  expect(write.mock.calls.map(([text]) => text)).toEqual(['whsec_c2VjcmV0\n'])
})

it('webhooks create deletes the webhook if its secret could not be written', async () => {
  stubStdout(new Error('EPIPE'))
  const { sent, error } = await run('create', 'Production', url)
  expect(sent.at(-1)).toEqual([webhooks.delete, { params }])
  expect(error).toMatchObject({
    message: `The secret could not be written: EPIPE. The webhook ${url} was deleted. Create it again.`,
  })
})

it.each([
  [
    ['--types', 'token.created, token.revoked', '--types', 'member.joined'],
    ['token.created', 'token.revoked', 'member.joined'],
  ],
  [['--types', 'token.created', '--types', 'all'], 'all'],
])('webhooks edit %j sends the types %j', async (options, types) => {
  stubStdout()
  const { sent } = await run('edit', 'production', url.toUpperCase(), ...options)
  expect(sent).toEqual([[webhooks.update, { params, body: { types } }]])
})

it.each([
  ['test', 'Production', url],
  ['resend', 'Production', '01H', '01D'],
])('webhooks %s fails if the delivery fails, so that scripts notice', async (...words) => {
  const { error } = await run(...words)
  expect(error).toMatchObject({
    exitCode: 1,
    message: 'The delivery failed: the server answered with status 500 after 84 ms.',
  })
})
