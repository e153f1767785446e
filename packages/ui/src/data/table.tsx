import ArrowUp from 'lucide-react/icons/arrow-up'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import {
  Row as AriaRow,
  Table as AriaTable,
  Cell,
  Column,
  type SortDescriptor,
  TableBody,
  TableHeader,
} from 'react-aria-components/Table'
import { tv } from 'tailwind-variants/lite'
import { focusRingInset } from '../lib/focus-ring.ts'
import { type SortValue, sortRows } from '../lib/sort-rows.ts'
import { Truncate } from '../text/truncate.tsx'
import { Pager, usePages } from './pager.tsx'

const column = tv({
  base: `group/column h-9 whitespace-nowrap px-3 font-medium text-content-muted text-xs first:pl-4 last:pr-4 data-allows-sorting:cursor-pointer data-hovered:text-content ${focusRingInset}`,
  variants: { align: { left: 'text-left', right: 'text-right' } },
  defaultVariants: { align: 'left' },
})

const cell = tv({
  base: `px-3 py-2.5 align-middle first:pl-4 last:pr-4 ${focusRingInset}`,
  variants: {
    align: { left: '', right: 'text-right tabular-nums' },
    isTruncated: { true: 'max-w-56' },
  },
})

export interface TableColumn<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Makes the column sortable. */
  sortValue?: (row: Row) => SortValue
  /** Makes the column's cells the row headers for screen readers. By default, the first column is. */
  isRowHeader?: boolean
  /** Truncates long values. Hovering or focusing one shows the full value. */
  isTruncated?: boolean
  /** Hides the header visually but not from screen readers, for a column of buttons. */
  isHeaderHidden?: boolean
  align?: 'left' | 'right'
  className?: string
}

export interface TableProps<Row> {
  /** Accessible name of the table. */
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Shown when there are no rows, usually an EmptyState. */
  emptyState?: ReactNode
  /** Splits the sorted rows into pages. By default, all rows are shown. */
  pageSize?: number
  /** A text that identifies the search and the filters. When it changes, the table shows its first page. */
  pageKey?: string
}

const tabbable = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]'

/**
 * Lets Tab move between the controls of a row, where React Aria would leave the table. From the row's last control, Tab leaves the
 * table, so that users don't have to pass every row of a long table.
 */
function keepTabInRow(event: KeyboardEvent<HTMLElement>) {
  const focused = document.activeElement as HTMLElement | null
  const row = focused?.closest('[role=row]')
  if (event.key !== 'Tab' || !focused || !row) return
  const controls = [...row.querySelectorAll<HTMLElement>(tabbable)].filter(({ tabIndex }) => tabIndex === 0)
  const at = controls.indexOf(focused)
  const hasNext = event.shiftKey ? at > 0 : at < controls.length - 1
  if (hasNext) event.stopPropagation()
}

/**
 * A table with sortable columns. Arrow keys move between cells, controls in the cells included, and Tab between the controls
 * of a row. Truncates long values in columns with `isTruncated`.
 */
export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
  emptyState = 'Nothing to show.',
  pageSize = Number.MAX_SAFE_INTEGER,
  pageKey,
}: TableProps<Row>) {
  // Rows keep the given order until the user sorts them.
  const [sort, setSort] = useState<SortDescriptor>()
  const sortValue = columns.find(({ id }) => id === sort?.column)?.sortValue
  const sortedRows = sort && sortValue ? sortRows(rows, sortValue, sort.direction) : rows
  const page = usePages(sortedRows, pageSize, pageKey)
  const rowHeaderId = (columns.find(({ isRowHeader }) => isRowHeader) ?? columns[0])?.id
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div
        onKeyDownCapture={keepTabInRow}
        className="relative min-w-0 overflow-x-auto rounded-lg border border-line bg-surface-raised"
      >
        <AriaTable
          aria-label={label}
          sortDescriptor={sort}
          onSortChange={setSort}
          className={`w-full border-collapse text-base text-content ${focusRingInset}`}
        >
          <TableHeader className="border-line border-b bg-surface-sunken">
            {columns.map((each) => (
              <Column
                key={each.id}
                id={each.id}
                textValue={each.header}
                isRowHeader={each.id === rowHeaderId}
                allowsSorting={each.sortValue !== undefined}
                className={column({ align: each.align, class: each.className })}
              >
                {({ allowsSorting, sortDirection }) => (
                  <span className="inline-flex items-center gap-1">
                    <span className={each.isHeaderHidden ? 'sr-only' : undefined}>{each.header}</span>
                    {allowsSorting ? (
                      <ArrowUp
                        aria-hidden="true"
                        className={`size-3.5 shrink-0 transition-[rotate,opacity] ${sortDirection === 'descending' ? 'rotate-180' : ''} ${sortDirection ? '' : 'opacity-0 group-data-focus-visible/column:opacity-60 group-data-hovered/column:opacity-60'}`}
                      />
                    ) : null}
                  </span>
                )}
              </Column>
            ))}
          </TableHeader>
          <TableBody
            renderEmptyState={() => (
              <div className="px-4 py-8 text-center text-content-muted text-sm">{emptyState}</div>
            )}
          >
            {page.rows.map((row) => (
              // The `hover` variant matches what React Aria reports, and it reports no hover for rows without an action. On a touch
              // screen, `:hover` would match the last tapped row.
              <AriaRow
                key={rowKey(row)}
                id={rowKey(row)}
                className={`border-line border-b transition-colors last:border-b-0 [@media(hover:hover)]:[&:hover]:bg-surface-hover ${focusRingInset}`}
              >
                {columns.map((each) => (
                  <Cell
                    key={each.id}
                    className={cell({
                      align: each.align,
                      isTruncated: each.isTruncated ?? false,
                      class: each.className,
                    })}
                  >
                    {each.isTruncated ? <Truncate>{each.cell(row)}</Truncate> : each.cell(row)}
                  </Cell>
                ))}
              </AriaRow>
            ))}
          </TableBody>
        </AriaTable>
      </div>
      <Pager label={label} {...page.pager} />
    </div>
  )
}
