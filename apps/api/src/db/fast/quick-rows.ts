/**
 * Decodes the rows of a statement several times as fast as Drizzle, which looks up the type of each column again for
 * every row.
 */
import { Column, getTableName, is, SQL } from 'drizzle-orm'

interface Decoder {
  mapFromDriverValue(value: unknown): unknown
}

/** The internal fields of Drizzle's prepared queries that are used here. */
interface Statement {
  fields?: { path: string[]; field: unknown }[]
  joinsNotNullableMap?: Record<string, boolean>
  customResultMapper?: (rows: unknown[][]) => unknown[]
}

/** The position and decoder of a result column. */
interface Place {
  name: string
  /** The nested object that contains the column, or undefined for the row itself. */
  within: string | undefined
  decoder: Decoder | undefined
}

/** Returns undefined for an unsupported column. */
function placeOf(path: string[], field: unknown, neverNull?: Record<string, boolean>): Place | undefined {
  const [first = '', second, ...deeper] = path
  const within = second === undefined ? undefined : first
  if (deeper.length > 0) return undefined
  const name = second ?? first
  if (is(field, Column)) {
    // Drizzle replaces the object by null if an outer join found no row.
    if (within !== undefined && neverNull?.[getTableName(field.table)] === false) return undefined
    const isAsSent = field.mapFromDriverValue === Column.prototype.mapFromDriverValue
    return { name, within, decoder: isAsSent ? undefined : field }
  }
  const expression = is(field, SQL.Aliased) ? field.sql : field
  // The types do not declare the decoder.
  if (is(expression, SQL))
    return { name, within, decoder: (expression as unknown as { decoder: Decoder }).decoder }
  return undefined
}

function rowOf(places: readonly Place[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  let at = 0
  for (const { name, within, decoder } of places) {
    const value = values[at]
    at += 1
    let target = row
    if (within !== undefined) {
      row[within] ??= {}
      target = row[within] as Record<string, unknown>
    }
    target[name] = value === null || !decoder ? value : decoder.mapFromDriverValue(value)
  }
  return row
}

/** Returns the same statement with a faster decoder. Drizzle keeps decoding statements with unsupported columns. */
export function withQuickRows<Prepared>(prepared: Prepared): Prepared {
  const statement = prepared as Statement
  const { fields, joinsNotNullableMap } = statement
  if (!fields || statement.customResultMapper) return prepared
  const places = fields.map(({ path, field }) => placeOf(path, field, joinsNotNullableMap))
  const known = places.filter((place) => place !== undefined)
  if (known.length === places.length)
    statement.customResultMapper = (rows) => rows.map((values) => rowOf(known, values))
  return prepared
}
