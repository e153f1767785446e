import { useState } from 'react'

export interface Pages<Row> {
  /** The rows of the current page. */
  rows: readonly Row[]
  /** Position of the current page, from 0. */
  page: number
  pageCount: number
  pageSize: number
  total: number
  setPage: (page: number) => void
}

/**
 * Splits a list into pages. Returns to the first page when `key` changes, for example the text of a search, and to the last page
 * when the list becomes too short for the current one.
 */
export function usePages<Row>(all: readonly Row[], pageSize: number, key = ''): Pages<Row> {
  const [chosen, setChosen] = useState({ key, page: 0 })
  // Forgets the page of the previous key, so that clearing a search also leads to the first page.
  if (chosen.key !== key) setChosen({ key, page: 0 })
  const pageCount = Math.max(1, Math.ceil(all.length / pageSize))
  const page = chosen.key === key ? Math.min(chosen.page, pageCount - 1) : 0
  return {
    rows: all.slice(page * pageSize, (page + 1) * pageSize),
    page,
    pageCount,
    pageSize,
    total: all.length,
    setPage: (wanted) => setChosen({ key, page: wanted }),
  }
}
