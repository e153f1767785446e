import type { Command } from 'commander'

export interface Candidate {
  word: string
  description: string
  kind: 'command' | 'option' | 'choice'
  /** Whether the next word is the value of this option. */
  takesValue?: boolean
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
      kind: 'command' as const,
    }))
    const own = optionsOf(command)
    const others = globals.filter((option) => !own.some(({ word }) => word === option.word))
    const options = path.length > 0 && commands.length === 0 ? [...own, ...others] : []
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
    .flatMap(({ long, description, required: takesValue }) =>
      long ? [{ word: long, description: sentence(description), kind: 'option', takesValue }] : [],
    )
}

function choicesOf(command: Command): Candidate[] {
  return command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((word) => ({ word, description: sentence(description), kind: 'choice' })),
  )
}
