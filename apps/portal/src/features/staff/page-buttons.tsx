import { IconButton } from '@portal/ui/buttons/icon-button'
import { formatCount } from '@portal/ui/lib/format-count'
import { rowsPerPage } from '../../lib/layout/rows-per-page.ts'
import type { Pager } from './use-pager.ts'

export interface PageButtonsProps {
  pager: Pager<unknown>
  /** Names the list, such as "the log". */
  of: string
  /** The number of rows on all pages, if it is known. */
  total?: number | undefined
}

/** Moves between the pages of a list whose length may be unknown. Looks like the `Pager` of tables. */
export function PageButtons({ pager, of, total }: PageButtonsProps) {
  if (!pager.hasPrevious && !pager.hasNext) return null
  const before = (pager.pageNumber - 1) * rowsPerPage
  return (
    <nav aria-label={`Pages of ${of}`} className="flex items-center justify-end gap-1">
      <span role="status" className="mr-2 text-content-muted text-sm tabular-nums">
        {formatCount(before + 1)}–{formatCount(before + pager.rows.length)}
        {total !== undefined && ` of ${formatCount(total)}`}
      </span>
      <IconButton
        icon="chevron--left"
        label="Previous page"
        size="sm"
        isDisabled={!pager.hasPrevious}
        disabledReason="This is the first page"
        onPress={pager.previous}
      />
      <IconButton
        icon="chevron--right"
        label="Next page"
        size="sm"
        isDisabled={!pager.hasNext}
        disabledReason="This is the last page"
        isLoading={pager.isFetchingNext}
        onPress={pager.next}
      />
    </nav>
  )
}
