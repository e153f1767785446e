/** Rows that come as one value of another row, so that one statement answers what two would. */
import { Column, is, type SQL, sql } from 'drizzle-orm'

type Columns = Readonly<Record<string, Column | SQL>>

/** The rows of `rest`, which begins with `from`, each as an array of the columns; null where there are none. */
export function jsonRows(columns: Columns, rest: SQL, order: SQL): SQL<unknown> {
  const values = sql.join(Object.values(columns), sql`, `)
  return sql`(select json_agg(json_build_array(${values}) order by ${order}) ${rest})`
}

/** Reads them again, by a plan made once. `Row` is what a select of the same columns answers. */
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
