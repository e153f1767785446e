/** Reads the arguments of `npm run seed`. */
import { parseArgs } from 'node:util'
import { SeedProblem } from './seed-problem.ts'

export interface SeedTask {
  counts?: { users: number; workspaces: number }
  isOnlyIfNew: boolean
}

const maxCount = 100_000_000
const usage = 'Usage: npm run seed [-- --users N --workspaces M]'

/** @throws SeedProblem that names the invalid argument */
export function readArguments(args: string[]): SeedTask {
  let values: { users?: string; workspaces?: string; 'if-new'?: boolean }
  try {
    values = parseArgs({
      args,
      options: {
        users: { type: 'string' },
        workspaces: { type: 'string' },
        'if-new': { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new SeedProblem(`${error instanceof Error ? error.message : error}\n${usage}`)
  }
  const isOnlyIfNew = values['if-new'] ?? false
  if (values.users === undefined && values.workspaces === undefined) return { isOnlyIfNew }
  const userCount = count('--users', values.users)
  const workspaceCount = count('--workspaces', values.workspaces)
  if (workspaceCount > 0 && userCount === 0)
    throw new SeedProblem('Workspaces need owners: --users must be at least 1.')
  return { isOnlyIfNew, counts: { users: userCount, workspaces: workspaceCount } }
}

function count(name: string, text = '0'): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) > maxCount) {
    throw new SeedProblem(
      `${name} must be a whole number up to ${maxCount.toLocaleString('en')}, not "${text}".`,
    )
  }
  return Number(text)
}
