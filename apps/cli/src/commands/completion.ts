/** Shell completion, generated from the commands. */
import { Argument, type Command } from 'commander'
import type { Cli } from '../lib/cli.ts'
import { bashCompletion, fishCompletion, zshCompletion } from '../lib/completion-scripts.ts'
import { completionTree } from '../lib/completion-tree.ts'

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }
type Shell = keyof typeof scripts

export function addCompletionCommand(program: Command, { output }: Cli): void {
  program
    .command('completion')
    .description('Print the completion script of a shell.')
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      `
Examples:
  $ echo 'source <(portal completion bash)' >> ~/.bashrc
  $ portal completion zsh > "\${fpath[1]}/_portal"
  $ mkdir -p ~/.config/fish/completions && portal completion fish > ~/.config/fish/completions/portal.fish`,
    )
    .action((shell: Shell) => {
      for (const line of scripts[shell](completionTree(program))) output.line(line)
    })
}
