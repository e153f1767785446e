import { useState } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { formatCount } from '../lib/format-count.ts'

export interface PagerProps {
  /** Names the list, for screen readers. */
  label: string
  /** Number of the first and the last visible row, from 1. */
  from: number
  to: number
  /** The number of rows on all pages, if it is known. */
  total?: number | undefined
  /** Undefined on the first page. */
  onPrevious: (() => void) | undefined
  /** Undefined on the last page. */
  onNext: (() => void) | undefined
  isLoadingNext?: boolean
}

/** Shows which rows of a list are visible and moves between its pages. Hidden while the list fits on one page. */
export function Pager({ label, from, to, total, onPrevious, onNext, isLoadingNext }: PagerProps) {
  if (!onPrevious && !onNext) return null
  return (
    <nav aria-label={`Pages of ${label}`} className="flex items-center justify-end gap-1">
      <span role="status" className="mr-2 text-content-muted text-sm tabular-nums">
        {`${formatCount(from)}–${formatCount(to)}${total === undefined ? '' : ` of ${formatCount(total)}`}`}
      </span>
      <IconButton
        icon="chevron--left"
        label="Previous page"
        size="sm"
        isDisabled={!onPrevious}
        disabledReason="This is the first page"
        onPress={onPrevious}
      />
      <IconButton
        icon="chevron--right"
        label="Next page"
        size="sm"
        isDisabled={!onNext}
        disabledReason="This is the last page"
        isLoading={isLoadingNext}
        onPress={onNext}
      />
    </nav>
  )
}

/**
 * Splits a list into pages, and returns the rows of the current page and the props of its Pager. Returns to the first page when
 * `key` changes, for example the text of a search, and to the last page when the list becomes too short for the current one.
 */
export function usePages<Row>(all: readonly Row[], pageSize: number, key = '') {
  const [chosen, setChosen] = useState({ key, page: 0 })
  // Forgets the page of the previous key, so that clearing a search also leads to the first page.
  if (chosen.key !== key) setChosen({ key, page: 0 })
  const total = all.length
  const last = Math.max(0, Math.ceil(total / pageSize) - 1)
  const page = chosen.key === key ? Math.min(chosen.page, last) : 0
  const turnTo = (wanted: number) => () => setChosen({ key, page: wanted })
  const rows = all.slice(page * pageSize, (page + 1) * pageSize)
  const from = page * pageSize + 1
  const pager = {
    from,
    to: from + rows.length - 1,
    total,
    onPrevious: page > 0 ? turnTo(page - 1) : undefined,
    onNext: page < last ? turnTo(page + 1) : undefined,
  }
  return { rows, pager }
}
