/** Finds what the user names on the command line: by its id, or by its name without regard to case. */
import { type Workspace, workspaces } from '@portal/contract/workspaces'
import type { Cli } from './cli.ts'
import { CommandError, UsageError } from './errors.ts'

export interface Named {
  id: string
  name: string
}

const folded = (text: string) => text.trim().normalize('NFC').toLowerCase()

/** Returns the one row that `given` names. `noun` and `list` are for the error. */
export function findByName<Row extends Named>(
  rows: readonly Row[],
  given: string,
  noun: string,
  list: string,
): Row {
  const byId = rows.find(({ id }) => id === given)
  if (byId) return byId
  const found = rows.filter(({ name }) => folded(name) === folded(given))
  const [first, second] = found
  if (first === undefined)
    throw new CommandError(`There is no ${noun} named "${given}". Run \`${list}\` to see them all.`)
  if (second === undefined) return first
  const ids = found.map(({ id }) => `  ${id}`).join('\n')
  throw new UsageError(
    `${found.length} ${noun}s are called "${given}". Use the id: ${ids.replace(/\s+/g, ' ').trim()}`,
  )
}

export async function findWorkspace(cli: Cli, given: string): Promise<Workspace> {
  const rows = await cli.call(workspaces.list, {})
  const named = rows.map((workspace) => ({ id: workspace.id, name: workspace.displayName, workspace }))
  return findByName(named, given, 'workspace', 'portal workspaces list').workspace
}
