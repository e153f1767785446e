import type { Command } from 'commander'

export interface Candidate {
  word: string
  description: string
}

/** The words that can follow a command, by the command's path: `''`, `tokens`, `tokens create`. */
export type CompletionTree = Map<string, Candidate[]>

const sentence = (text: string) => text.replaceAll(/['"\\`$]/g, '')

export function completionTree(program: Command): CompletionTree {
  const tree: CompletionTree = new Map()
  const globals = optionsOf(program)
  const add = (command: Command, path: string[]) => {
    const { commands } = command
    const words = commands.map((child) => ({
      word: child.name(),
      description: sentence(child.description()),
    }))
    const options = path.length > 0 && commands.length === 0 ? [...optionsOf(command), ...globals] : []
    tree.set(path.join(' '), [...words, ...choicesOf(command), ...options])
    for (const child of commands) add(child, [...path, child.name()])
  }
  add(program, [])
  return tree
}

function optionsOf(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, description }) => (long ? [{ word: long, description: sentence(description) }] : []))
}

function choicesOf(command: Command): Candidate[] {
  return command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((word) => ({ word, description: sentence(description) })),
  )
}
