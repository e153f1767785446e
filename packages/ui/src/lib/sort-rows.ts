/** The value that a column sorts by. Text is compared without case, and embedded numbers by value. */
export type SortValue = string | number | boolean | Date | null | undefined

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

function compareGiven(left: NonNullable<SortValue>, right: NonNullable<SortValue>): number {
  if (typeof left === 'string' && typeof right === 'string') return collator.compare(left, right)
  const [leftNumber, rightNumber] = [Number(left), Number(right)]
  return leftNumber === rightNumber ? 0 : leftNumber < rightNumber ? -1 : 1
}

function isAbsent(value: SortValue): value is null | undefined {
  return value === null || value === undefined || value === ''
}

/** Returns a sorted copy of the rows. The sort is stable, and rows without a value come last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  sortValue: (row: Row) => SortValue,
  direction: 'ascending' | 'descending',
): Row[] {
  const sign = direction === 'ascending' ? 1 : -1
  return [...rows].sort((leftRow, rightRow) => {
    const [left, right] = [sortValue(leftRow), sortValue(rightRow)]
    if (isAbsent(left) || isAbsent(right)) return Number(isAbsent(left)) - Number(isAbsent(right))
    return sign * compareGiven(left, right)
  })
}
