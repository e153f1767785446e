/** The value that a column sorts by. Text is compared without case, and embedded numbers by value. */
export type SortValue = string | number | Date | null | undefined

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Returns a sorted copy of the rows. The sort is stable, and rows without a value come last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  sortValue: (row: Row) => SortValue,
  direction: 'ascending' | 'descending',
): Row[] {
  const sign = direction === 'ascending' ? 1 : -1
  return rows.toSorted((leftRow, rightRow) => {
    const [left, right] = [sortValue(leftRow) ?? '', sortValue(rightRow) ?? '']
    if (left === '' || right === '') return Number(left === '') - Number(right === '')
    const isText = typeof left === 'string' && typeof right === 'string'
    return sign * (isText ? collator.compare(left, right) : Number(left) - Number(right))
  })
}
