/** Reads rows as one JSON value of another row, so that one statement replaces two. */
import { Column, is, type SQL, sql } from 'drizzle-orm'

type Columns = Readonly<Record<string, Column | SQL>>

/** Selects the rows of `rest`, which begins with `from`, as arrays of the columns. Selects null if there are no rows. */
export function jsonRows(columns: Columns, rest: SQL, order: SQL): SQL<unknown> {
  const values = sql.join(Object.values(columns), sql`, `)
  return sql`(select json_agg(json_build_array(${values}) order by ${order}) ${rest})`
}

/** Returns a parser for the value of `jsonRows`. `Row` is the row type of a select with the same columns. */
export function jsonRowReader<Row>(columns: Columns): (value: unknown) => Row[] {
  const places = Object.entries(columns).map(([name, column]) => {
    const isAsSent = !is(column, Column) || column.mapFromDriverValue === Column.prototype.mapFromDriverValue
    return { name, column: isAsSent ? undefined : column }
  })
  const readRow = (values: unknown[]) => {
    const row: Record<string, unknown> = {}
    let at = 0
    for (const { name, column } of places) {
      const given = values[at]
      row[name] = given === null || !column ? given : column.mapFromDriverValue(given)
      at += 1
    }
    return row as Row
  }
  return (value) => ((value ?? []) as unknown[][]).map(readRow)
}
