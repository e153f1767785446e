/**
 * Declares a table together with what happens to its rows: what is erased with a user or workspace, what the data download shows,
 * and when a row ends. See docs/product/account.md#downloading-data and #deleting-the-account.
 */
import { type BuildColumns, type BuildExtraConfigColumns, getTableColumns, type SQL } from 'drizzle-orm'
import {
  type PgColumn,
  type PgColumnBuilderBase,
  type PgTable,
  type PgTableExtraConfigValue,
  pgTable,
} from 'drizzle-orm/pg-core'

/** A table whose rows other tables reference by their id. */
export type Parent = PgTable & { id: PgColumn }

/** What happens to a row when the row that one of its columns names, such as a user, is erased. */
export type Fate<Name extends string = string> =
  /** The row is deleted, unless the column `unless` has a value. */
  | { deletedWith: Parent; unless?: Name; kept?: string }
  /** The row and the id stay, for this reason. When a row of `emptiedWith` is erased, the columns `empties` become null. */
  | { kept: string; emptiedWith?: Parent; empties?: readonly Name[] }
  /** This function erases the id. */
  | { erasedBy: string }

/** For columns that only name a user, for example the one who revoked a token. */
export const kept = { kept: 'The account remains as an empty row, so the id identifies no user.' }

/** A part of the data download. */
export interface Part<Name extends string = string> {
  /** The columns that can name the user, their address (`emailKey`) or one of their rows. The part has the rows where one does. */
  of: Name | readonly Name[]
  columns: readonly (Name | 'workspaceName')[] | 'all'
  /** Must be unique, unless the part is short. `id` by default. */
  orderBy?: Name
  isNewestFirst?: true
  /** Read with one query instead of in pages. */
  isShort?: true
  /** A row or null instead of a list. */
  isSingle?: true
  /** Empty for a user without a verified address. */
  needsVerifiedEmail?: true
}

/** The row ends this many days after the time in `at`. It is then deleted, or the columns `empties` become null. */
export interface Ends<Name extends string = string> {
  at: Name
  days?: number
  empties?: readonly Name[]
}

type Columns = Record<string, PgColumnBuilderBase>
type NameOf<C extends Columns> = keyof C & string
/** The columns that name a user or workspace. */
type PeopleOf<C extends Columns> = Extract<
  NameOf<C>,
  'userId' | 'workspaceId' | `${string}UserId` | `${string}WorkspaceId`
>

type Declaration<Name extends string, C extends Columns> = {
  /** Every column that names a user or workspace, and the columns whose row this one is deleted with. */
  people: Record<PeopleOf<C>, Fate<NameOf<C>>> & Partial<Record<NameOf<C>, Fate<NameOf<C>>>>
  ends?: Ends<NameOf<C>> & { where?: (columns: BuildColumns<Name, C, 'pg'>) => SQL }
  indexes?: (columns: BuildExtraConfigColumns<Name, C, 'pg'>) => PgTableExtraConfigValue[]
} & (
  | {
      /** The parts by their name. `my-data-routes.ts` reads an explicit one. */
      download: Record<string, Part<NameOf<C>> | 'explicit'>
    }
  | { /** Why the download leaves out the table. */ notDownloaded: string }
)

export interface DeclaredTable {
  table: PgTable
  people: Readonly<Record<string, Fate>>
  download: Readonly<Record<string, Part | 'explicit'>>
  ends?: Ends & { where?: SQL | undefined }
}

/** The tables that the process has loaded. Each comes after the tables that it references, because it imports them. */
export const tables: DeclaredTable[] = []

/** Declares a table. A column that names a user or workspace and is missing in `people` does not compile. */
export function table<Name extends string, C extends Columns>(
  name: Name,
  { columns, people, ends, indexes, ...rest }: { columns: C } & Declaration<Name, NoInfer<C>>,
) {
  const made = pgTable(name, columns, indexes)
  tables.push({
    table: made,
    people: people as Record<string, Fate>,
    download: 'download' in rest ? rest.download : {},
    ...(ends && { ends: { ...ends, where: ends.where?.(getTableColumns(made)) } }),
  })
  return made
}

export function columnOf(of: PgTable, name: string): PgColumn {
  const column = getTableColumns(of)[name]
  if (!column) throw new Error(`The table has no column ${name}`)
  return column as PgColumn
}
