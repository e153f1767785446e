/** Finds what the user names on the command line: by its id, or by its name without regard to case. */
import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import type { Cli } from './cli.ts'
import { CommandError, UsageError } from './errors.ts'

export interface Named {
  id: string
  name: string
}

const folded = (text: string) => text.trim().normalize('NFC').toLowerCase()

/**
 * Returns the one row that `given` names. Keeps only the rows with that name, because the list can be long. `noun` and `list` are
 * for the error.
 */
export async function findByName<Row extends Named>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  given: string,
  noun: string,
  list: string,
): Promise<Row> {
  const found: Row[] = []
  for await (const row of rows) {
    if (row.id === given) return row
    if (folded(row.name) === folded(given)) found.push(row)
  }
  const [first, second] = found
  if (first === undefined)
    throw new CommandError(`There is no ${noun} named "${given}". Run \`${list}\` to see them all.`)
  if (second === undefined) return first
  const ids = found.map(({ id }) => id).join(' ')
  throw new UsageError(`${found.length} ${noun}s are called "${given}". Use the id: ${ids}`)
}

async function* listNamed(cli: Cli) {
  for await (const page of cli.pages(workspaces.list, {}))
    for (const workspace of page) yield { id: workspace.id, name: workspace.displayName, workspace }
}

export async function findWorkspace(cli: Cli, given: string): Promise<Workspace> {
  const { workspace } = await findByName(listNamed(cli), given, 'workspace', 'portal workspaces list')
  return workspace
}
