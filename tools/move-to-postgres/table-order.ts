/** A foreign key from the table `child` to the table `parent`. */
export interface Reference {
  child: string
  parent: string
}

/** Orders tables so that every table comes after the ones it refers to. */
export function orderTables(tables: readonly string[], references: readonly Reference[]): string[] {
  const ordered: string[] = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const ready = [...waiting].filter(
      (table) =>
        !references.some(({ child, parent }) => child === table && child !== parent && waiting.has(parent)),
    )
    if (ready.length === 0) throw new Error(`These tables refer to each other: ${[...waiting].join(', ')}.`)
    for (const table of ready) waiting.delete(table)
    ordered.push(...ready)
  }
  return ordered
}
