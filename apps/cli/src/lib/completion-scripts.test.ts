import { execFileSync } from 'node:child_process'
import { Argument, Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { bashCompletion, fishCompletion, zshCompletion } from './completion-scripts.ts'
import { completionTree } from './completion-tree.ts'

const program = new Command('portal').option('--json', 'as JSON')
program.command('login').option('--no-browser', "don't open a browser")
const noun = program.command('workspaces').description('List workspaces')
noun
  .command('list')
  .argument('[name]')
  .option('--all', 'all of them')
  .option('--limit <number>', 'most of them')
noun.command('open')
program.command('completion').addArgument(new Argument('<shell>').choices(['bash', 'zsh']))
const tree = completionTree(program)

/** Returns the completions that bash offers for the last word. */
function complete(...words: string[]): string[] {
  const script = [
    ...bashCompletion(tree),
    `COMP_WORDS=(portal ${words.map((word) => `'${word}'`).join(' ')})`,
    `COMP_CWORD=${words.length}`,
    '_portal',
    'printf "%s\\n" "$' + '{COMPREPLY[@]}"',
  ]
  return execFileSync('bash', ['-c', script.join('\n')], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
}

describe('bashCompletion', () => {
  it('offers commands, their commands and options', () => {
    expect(complete('')).toEqual(['login', 'workspaces', 'completion'])
    expect(complete('w')).toEqual(['workspaces'])
    expect(complete('workspaces', '')).toEqual(['list', 'open'])
    expect(complete('workspaces', 'list', '--')).toEqual(['--all', '--limit', '--help', '--json'])
    expect(complete('workspaces', 'list', 'Production', '--a')).toEqual(['--all'])
    expect(complete('completion', 'b')).toEqual(['bash'])
  })

  it('finds the command after an option, and offers no words as the value of an option', () => {
    expect(complete('--json', 'workspaces', '')).toEqual(['list', 'open'])
    expect(complete('workspaces', 'list', '--limit', '')).toEqual([])
  })
})

describe('zshCompletion', () => {
  it('uses no variable named path, because zsh would replace PATH', () => {
    expect(zshCompletion(tree).join('\n')).not.toMatch(/\bpath\b/)
  })

  it('completes the first time too, when zsh runs the file as the function', () => {
    expect(zshCompletion(tree).at(-1)).toContain('_portal "$@"')
  })
})

describe('fishCompletion', () => {
  it('offers the commands of a group once, and files as the value of an option', () => {
    const lines = fishCompletion(tree)
    expect(lines).toContain("complete -c portal -n '__portal_ends_with workspaces' -a open -d ''")
    expect(lines).toContain(
      "complete -c portal -n '__portal_is_at workspaces list' -l limit -r -F -d 'most of them'",
    )
  })
})

describe('zshCompletion and fishCompletion', () => {
  it('contain every word, and no quote that would end a string early', () => {
    for (const lines of [zshCompletion(tree), fishCompletion(tree)]) {
      const text = lines.join('\n')
      for (const word of ['login', 'workspaces', 'open', 'all', 'no-browser']) expect(text).toContain(word)
      expect(text).toContain('dont open a browser')
    }
  })
})
