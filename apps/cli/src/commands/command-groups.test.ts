/** Which commands a command line loads. */
import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { makeCli } from '../lib/cli.ts'
import { readConfig } from '../lib/config.ts'
import { makeOutput } from '../lib/output.ts'
import { commandGroups, groupsOf } from './command-groups.ts'

describe('commandGroups', () => {
  it.each(commandGroups)('lists the commands that the file of $words adds', async ({ words, load }) => {
    const program = new Command()
    const add = await load()
    add(
      program,
      makeCli(() => readConfig({}), makeOutput()),
    )
    expect(program.commands.map((command) => command.name())).toEqual(words)
  })
})

describe('groupsOf', () => {
  const words = (...line: string[]) => groupsOf(line).map((group) => group.words[0])
  const all = commandGroups.map((group) => group.words[0])

  it('returns only the group of the command', () => {
    expect(words('whoami')).toEqual(['login'])
    expect(words('--json', 'tokens', 'list')).toEqual(['tokens'])
    expect(words('members', '--help')).toEqual(['members'])
  })

  it('returns no group for the version', () => {
    expect(words('--version')).toEqual([])
  })

  it('returns every group for the help, the completion scripts and a mistyped command', () => {
    for (const line of [[], ['--help'], ['help', 'tokens'], ['completion', 'bash'], ['tokns']])
      expect(words(...line)).toEqual(all)
  })
})
