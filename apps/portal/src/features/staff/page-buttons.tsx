import { Button } from '@portal/ui/buttons/button'
import type { ReactNode } from 'react'
import type { Pager } from './use-pager.ts'

/** The Previous and Next buttons of a list. `of` names the list, such as "the log". */
export function PageButtons({
  pager,
  of,
  children,
}: {
  pager: Pager<unknown>
  of: string
  children?: ReactNode
}) {
  if (!pager.hasPrevious && !pager.hasNext) return null
  return (
    <nav aria-label={`Pages of ${of}`} className="flex items-center justify-end gap-2">
      <span className="mr-1 text-content-muted text-sm tabular-nums">
        {children ?? `Page ${pager.pageNumber}`}
      </span>
      <Button size="sm" icon="chevron--left" onPress={pager.previous} isDisabled={!pager.hasPrevious}>
        Previous
      </Button>
      <Button
        size="sm"
        iconRight="chevron--right"
        onPress={pager.next}
        isDisabled={!pager.hasNext}
        isLoading={pager.isFetchingNext}
      >
        Next
      </Button>
    </nav>
  )
}
