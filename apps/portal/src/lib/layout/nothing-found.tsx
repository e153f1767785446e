import { Button } from '@portal/ui/buttons/button'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { useEffect, useRef } from 'react'
import { shortName } from './short-name.ts'
import { focusPageHeading } from './use-recovered-focus.ts'

export interface NothingFoundProps {
  /** What the list contains, such as "tokens". */
  of: string
  search: string
  onClearSearch: () => void
  /** Set only while filters are on. */
  onResetFilters?: (() => void) | undefined
  size?: 'sm' | 'md'
}

type WidenButtonsProps = Pick<NothingFoundProps, 'search' | 'onClearSearch' | 'onResetFilters'>

function WidenButtons({ search, onClearSearch, onResetFilters }: WidenButtonsProps) {
  const pressed = useRef<Element>(null)
  // The pressed button disappears, so the focus moves to the search box, or to the heading if the box disappears too.
  useEffect(
    () => () => {
      if (!pressed.current) return
      const box =
        pressed.current.querySelector<HTMLElement>('search input') ??
        document.querySelector<HTMLElement>('main search input')
      if (box) box.focus()
      else focusPageHeading()
    },
    [],
  )
  const widen =
    (change: () => void) =>
    ({ target }: { target: Element }) => {
      // A page can have several search boxes.
      pressed.current = target.closest('section, main')
      change()
    }
  return (
    <>
      {search !== '' && (
        <Button size="sm" onPress={widen(onClearSearch)}>
          Clear search
        </Button>
      )}
      {onResetFilters && (
        <Button size="sm" onPress={widen(onResetFilters)}>
          Reset filters
        </Button>
      )}
    </>
  )
}

/** Replaces a list in which a search found nothing, and offers to widen the search. See docs/product/interface.md#states. */
export function NothingFound({ of, size = 'sm', ...widening }: NothingFoundProps) {
  const { search, onResetFilters } = widening
  return (
    <EmptyState
      size={size}
      scene="search"
      title={search === '' ? `No ${of} match the filters` : `No ${of} match “${shortName(search)}”`}
      action={<WidenButtons key={`${search} ${onResetFilters !== undefined}`} {...widening} />}
    />
  )
}
