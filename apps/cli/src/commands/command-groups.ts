/** The commands of each file, so that a command line loads only the file that it needs. */
import type { Command } from 'commander'
import type { Cli } from '../lib/cli.ts'

export interface CommandGroup {
  /** The commands at the top level. */
  words: readonly string[]
  load: () => Promise<(program: Command, cli: Cli) => void>
}

/** In the order in which the help shows them. */
export const commandGroups: readonly CommandGroup[] = [
  {
    words: ['login', 'logout', 'whoami'],
    load: async () => (await import('./session.ts')).addSessionCommands,
  },
  { words: ['workspaces'], load: async () => (await import('./workspaces.ts')).addWorkspaceCommands },
  { words: ['members'], load: async () => (await import('./members.ts')).addMemberCommands },
  {
    words: ['tokens'],
    load: async () => {
      const [{ addTokenCommands }, { addTokenRotationCommands }] = await Promise.all([
        import('./tokens.ts'),
        import('./token-rotation.ts'),
      ])
      return (program, cli) => addTokenRotationCommands(addTokenCommands(program, cli), cli)
    },
  },
  {
    words: ['service-accounts'],
    load: async () => (await import('./service-accounts.ts')).addServiceAccountCommands,
  },
  { words: ['trust-rules'], load: async () => (await import('./trust-rules.ts')).addTrustRuleCommands },
  {
    words: ['webhooks'],
    load: async () => {
      const [{ addWebhookCommands }, { addWebhookDeliveryCommands }, { addWebhookListenCommand }] =
        await Promise.all([
          import('./webhooks.ts'),
          import('./webhook-deliveries.ts'),
          import('./webhook-listen.ts'),
        ])
      return (program, cli) =>
        addWebhookListenCommand(addWebhookDeliveryCommands(addWebhookCommands(program, cli), cli), cli)
    },
  },
  { words: ['activity'], load: async () => (await import('./activity.ts')).addActivityCommand },
  { words: ['completion'], load: async () => (await import('./completion.ts')).addCompletionCommand },
]

/**
 * Returns the groups that a command line needs. The help, the completion scripts and the suggestions for a mistyped command
 * need all of them.
 */
export function groupsOf(words: readonly string[]): readonly CommandGroup[] {
  const command = words.find((word) => !word.startsWith('-'))
  if (command === undefined && words.includes('--version')) return []
  const group = commandGroups.find((one) => command !== undefined && one.words.includes(command))
  return group === undefined || command === 'completion' ? commandGroups : [group]
}
