import { describe, expect, it } from 'vitest'
import { readArguments } from './read-arguments.ts'

describe('the arguments of npm run seed', () => {
  it.each([
    [['--if-new=1'], "Option '--if-new' does not take an argument"],
    [['--users', 'many'], '--users must be a whole number up to 100,000,000, not "many".'],
    [['--workspaces', '5'], 'Workspaces need owners: --users must be at least 1.'],
    [['--persons', '5'], "Unknown option '--persons'"],
  ])('are refused with a message: %j', (args, sentence) => {
    expect(() => readArguments(args)).toThrow(sentence)
  })

  it('select the demo data if there are none, and generated data otherwise', () => {
    expect(readArguments([])).toEqual({ isOnlyIfNew: false })
    expect(readArguments(['--users', '3', '--workspaces', '2'])).toEqual({
      isOnlyIfNew: false,
      counts: { users: 3, workspaces: 2 },
    })
  })
})
