/** Rows that come as one value of another row, so that one statement answers what two would. */
import { Column, is, type SQL, sql } from 'drizzle-orm'

type Columns = Readonly<Record<string, Column | SQL>>

/** The rows of `rest`, which begins with `from`, each as an array of the columns; null where there are none. */
export function jsonRows(columns: Columns, rest: SQL, order: SQL): SQL<unknown> {
  const values = sql.join(Object.values(columns), sql`, `)
  return sql`(select json_agg(json_build_array(${values}) order by ${order}) ${rest})`
}

/** Reads them again. `Row` is what a select of the same columns answers. */
export function readJsonRows<Row>(columns: Columns, value: unknown): Row[] {
  const places = Object.entries(columns)
  return ((value ?? []) as unknown[][]).map((values) => {
    const row: Record<string, unknown> = {}
    let at = 0
    for (const [name, column] of places) {
      const given = values[at]
      row[name] = given !== null && is(column, Column) ? column.mapFromDriverValue(given) : given
      at += 1
    }
    return row as Row
  })
}
