import { IconButton } from '../buttons/icon-button.tsx'
import { formatCount } from '../lib/format-count.ts'
import type { Pages } from '../lib/use-pages.ts'

export interface PagerProps {
  /** Names the list, for screen readers. */
  label: string
  pages: Omit<Pages<unknown>, 'rows'>
  className?: string
}

/** Shows which rows of a list are visible and moves between its pages. Hidden while the list fits on one page. */
export function Pager({ label, pages, className = '' }: PagerProps) {
  const { page, pageCount, pageSize, total, setPage } = pages
  if (pageCount === 1) return null
  const from = page * pageSize + 1
  const to = Math.min(total, from + pageSize - 1)
  return (
    <nav aria-label={`Pages of ${label}`} className={`flex items-center justify-end gap-1 ${className}`}>
      <span role="status" className="mr-2 text-content-muted text-sm tabular-nums">
        {`${formatCount(from)}–${formatCount(to)} of ${formatCount(total)}`}
      </span>
      <IconButton
        icon="chevron--left"
        label="Previous page"
        size="sm"
        isDisabled={page === 0}
        disabledReason="This is the first page"
        onPress={() => setPage(page - 1)}
      />
      <IconButton
        icon="chevron--right"
        label="Next page"
        size="sm"
        isDisabled={page === pageCount - 1}
        disabledReason="This is the last page"
        onPress={() => setPage(page + 1)}
      />
    </nav>
  )
}
