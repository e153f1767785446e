/** Shell commands that make a call, for users who continue in a terminal. See docs/product/interface.md#ids-and-commands. */
import { wireRequest } from './client.ts'
import type { CallInput, Endpoint } from './endpoint.ts'
import type { members } from './members/members.ts'
import { roleLabels } from './members/roles.ts'
import type { serviceAccounts } from './service-accounts/service-accounts.ts'
import type { tokens } from './tokens/tokens.ts'
import type { trustRules } from './trust-rules/trust-rules.ts'
import type { webhooks } from './webhooks/webhooks.ts'
import type { workspaces } from './workspaces/workspaces.ts'

/** Quotes a text for a POSIX shell, which then changes none of its characters. */
export const shellText = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Quotes a word only if a shell would change it. */
const shellWord = (word: string) => (/^[\w@.:/+-]+$/.test(word) ? word : shellText(word))

type PostCall = Endpoint & { method: 'POST' }

/** The request as a `curl` command, with the token in `PORTAL_TOKEN`. */
export function curlCommand<C extends PostCall>(apiUrl: string, call: C, input: CallInput<C>): string {
  const { path, body } = wireRequest(call, input)
  return [
    `curl --fail-with-body ${shellText(apiUrl + path)}`,
    '--header "Authorization: Bearer $PORTAL_TOKEN"',
    "--header 'Content-Type: application/json'",
    `--data ${shellText(JSON.stringify(body))}`,
  ].join(' \\\n  ')
}

/** The calls that the `portal` command can make. */
export type CommandCall =
  | typeof workspaces.create
  | typeof members.invite
  | typeof serviceAccounts.create
  | typeof tokens.create
  | typeof trustRules.create
  | typeof webhooks.create

interface CommandLine {
  command: string
  words: readonly string[]
  /** An option with several values is repeated. One without a value is left out. */
  options?: Record<string, string | readonly string[] | null | undefined>
}

const commandLines: { [C in CommandCall as C['name']]: (input: CallInput<C>) => CommandLine } = {
  'workspaces.create': ({ body: { displayName, instanceUrl, description } }) => ({
    command: 'workspaces create',
    words: [displayName, instanceUrl],
    options: { description },
  }),
  'members.invite': ({ params, body: { email, role } }) => ({
    command: 'members invite',
    words: [params.workspaceId, email],
    options: { role: role && roleLabels[role].toLowerCase() },
  }),
  'serviceAccounts.create': ({ params, body: { name, description } }) => ({
    command: 'service-accounts create',
    words: [params.workspaceId, name],
    options: { description },
  }),
  'tokens.create': ({ params, body: { name, expiration, permission, serviceAccountId } }) => ({
    command: 'tokens create',
    words: [params.workspaceId, name],
    options: { expiration, permission, 'service-account': serviceAccountId },
  }),
  'trustRules.create': ({ params, body: { name, issuer, audience, claims = {}, lifetime, isLearning } }) => ({
    command: `trust-rules create${isLearning ? ' --learning' : ''}`,
    words: [params.workspaceId, params.serviceAccountId, name],
    options: {
      issuer,
      audience,
      claim: Object.entries(claims).flatMap(([claim, values]) =>
        [values].flat().map((value) => `${claim}=${value}`),
      ),
      lifetime: lifetime?.toString(),
    },
  }),
  'webhooks.create': ({ params, body: { url, description, types } }) => ({
    command: 'webhooks create',
    words: [params.workspaceId, url],
    options: { description, types: types === 'all' ? undefined : types.join(',') },
  }),
}

function optionWords([name, values]: [string, string | readonly string[] | null | undefined]): string[] {
  return (
    [values ?? []]
      .flat()
      .filter((value) => value !== '')
      // A value that starts with a dash would be read as another option.
      .map((value) => `--${name}${value.startsWith('-') ? '=' : ' '}${shellWord(value)}`)
  )
}

/** The call as a `portal` command. */
export function portalCommand<C extends CommandCall>(call: C, input: CallInput<C>): string {
  const toLine = commandLines[call.name] as (input: CallInput<C>) => CommandLine
  const { command, words, options = {} } = toLine(input)
  const given = Object.entries(options).flatMap(optionWords)
  const named = words.map(shellWord)
  const all = words.some((word) => word.startsWith('-')) ? [...given, '--', ...named] : [...named, ...given]
  return ['portal', command, ...all].join(' ')
}
