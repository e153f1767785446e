/** The commands that the portal's forms copy. See docs/product/interface.md#ids-and-commands. */
import { execFileSync } from 'node:child_process'
import { type CommandCall, curlCommand, portalCommand } from '@portal/contract/command-lines'
import type { CallInput, Endpoint } from '@portal/contract/endpoint'
import { members } from '@portal/contract/members/members'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { trustRules } from '@portal/contract/trust-rules/trust-rules'
import { webhooks } from '@portal/contract/webhooks/webhooks'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { Command } from 'commander'
import { expect, it } from 'vitest'
import type { Cli } from '../lib/cli.ts'
import { commandGroups } from './command-groups.ts'

interface Sent {
  call: Endpoint
  input: object
}

/** Runs a command line in a real shell, and returns the words that the command gets from it. */
function wordsOf(command: 'portal' | 'curl', line: string): string[] {
  const script = `${command}() { printf '%s\\0' "$@"; }\n${line}`
  const env = { PATH: process.env.PATH, PORTAL_TOKEN: 'secret' }
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', env }).split('\0').slice(0, -1)
}

/** Runs a command line in a real shell and in the real command, and returns the first call that is not a list. */
async function sentBy(line: string): Promise<Sent> {
  const isSent = new Error('sent')
  let sent: Sent | undefined
  const cli = {
    output: { isJson: false },
    async *pages() {
      yield [{ id: '01W', displayName: 'Production' }]
    },
    async call(call: Endpoint, input: object) {
      if (call === serviceAccounts.list) return { serviceAccounts: [{ id: '01S', name: 'deploys' }] }
      sent = { call, input }
      throw isSent
    },
  } as unknown as Cli
  const program = new Command('portal').exitOverride().option('--json')
  for (const { load } of commandGroups) (await load())(program, cli)
  await program.parseAsync(wordsOf('portal', line), { from: 'user' }).catch((error: unknown) => {
    if (error !== isSent) throw error
  })
  if (!sent) throw new Error(`${line} makes no call`)
  return sent
}

const params = { workspaceId: '01W' }
const hostile = `--json it's "$HOME" \`id\` $(id)\\ !\n#é`
const copied = <C extends CommandCall>(call: C, input: CallInput<C>) => ({ name: call.name, call, input })

it.each([
  copied(workspaces.create, {
    body: { displayName: '-5 degrees', instanceUrl: 'https://a.example.com/b', description: hostile },
  }),
  copied(members.invite, { params, body: { email: '-o`hara`@example.com', role: 'APPROVER' } }),
  copied(members.invite, { params, body: { email: 'kim@example.com', role: 'EDITOR' } }),
  copied(serviceAccounts.create, { params, body: { name: hostile } }),
  copied(tokens.create, { params, body: { name: hostile, expiration: '1y', permission: 'manage' } }),
  copied(tokens.create, { params, body: { name: 'ci', expiration: '90d', serviceAccountId: '01S' } }),
  copied(trustRules.create, {
    params: { ...params, serviceAccountId: '01S' },
    body: {
      name: hostile,
      issuer: 'https://ci.example.com',
      audience: hostile,
      claims: { ref: ['refs/heads/main', hostile], id: '7' },
      lifetime: 15,
    },
  }),
  copied(trustRules.create, {
    params: { ...params, serviceAccountId: '01S' },
    body: { name: 'learn', issuer: 'https://ci.example.com', audience: 'a', isLearning: true },
  }),
  copied(webhooks.create, {
    params,
    body: { url: 'https://a.example.com/b?c=d&e', types: ['token.created', 'member.joined'] },
  }),
  copied(webhooks.create, {
    params,
    body: { url: 'https://a.example.com', description: hostile, types: 'all' },
  }),
])('the copied command of $name makes the same call', async ({ call, input }) => {
  expect(await sentBy(portalCommand(call, input as never))).toEqual({ call, input })
})

it('the copied request sends exactly what was typed, with the token of PORTAL_TOKEN', () => {
  const body = { name: hostile, description: null }
  const line = curlCommand('https://api.example.com', serviceAccounts.create, { params, body })
  const words = wordsOf('curl', line)
  expect(words.slice(0, -1)).toEqual([
    '--fail-with-body',
    'https://api.example.com/workspaces/01W/serviceAccounts',
    '--header',
    'Authorization: Bearer secret',
    '--header',
    'Content-Type: application/json',
    '--data',
  ])
  expect(JSON.parse(words.at(-1) ?? '')).toEqual(body)
})
