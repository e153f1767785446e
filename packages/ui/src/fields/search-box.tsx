import { ChevronDown, Search, SlidersHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { controlButton, controlFrame, controlInput } from '../lib/control-style.ts'
import type { FieldSize } from './field-props.tsx'
import { type SearchFilter, SearchFilters } from './search-filters.tsx'

/** Delay between the last change and the search. */
export const searchDebounceMs = 50

export interface SearchBoxProps {
  /** Called with the text 50 ms after its last change, or immediately when the user presses Enter. */
  onSearch: (text: string) => void
  /** The accessible name. Default: the placeholder. */
  label?: string
  /** Default: 'search'. */
  placeholder?: string
  defaultText?: string
  size?: FieldSize
  isDisabled?: boolean
  /** Filters to offer in a panel that users can open and close. Without filters, there is no panel. */
  filters?: readonly SearchFilter[]
  /** The ids of the active filters. */
  activeFilterIds?: readonly string[]
  onActiveFilterIdsChange?: (ids: string[]) => void
  /** Called by Reset in addition, for filters outside the panel. Set only while such a filter is on. */
  onResetFilters?: (() => void) | undefined
  /** Whether the filter panel is initially open. Default: false. */
  hasOpenFilters?: boolean
  className?: string
}

const filterToggleClass = [
  'mr-1 inline-flex h-6 shrink-0 items-center gap-1 rounded-sm px-1.5 text-content-muted text-sm outline-2 outline-unfocused',
  'transition-colors hover:bg-surface-hover hover:text-content focus-visible:outline-focus expanded:text-content',
].join(' ')

/**
 * A search box. Enter searches immediately, and Escape removes the focus. Its input is a plain one, so that pages that only
 * search don't load the code of form fields.
 */
export function SearchBox(props: SearchBoxProps) {
  const {
    placeholder = 'search',
    filters = [],
    activeFilterIds = [],
    size = 'md',
    isDisabled = false,
  } = props
  const [text, setText] = useState(props.defaultText ?? '')
  const [isPanelOpen, setPanelOpen] = useState(props.hasOpenFilters ?? false)
  const panelId = useId()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A layout effect cancels the pending search during the unmount, before the timer can fire.
  useLayoutEffect(() => () => clearTimeout(timer.current), [])

  const searchNow = (wanted: string) => {
    clearTimeout(timer.current)
    props.onSearch(wanted)
  }
  const change = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => props.onSearch(typed), searchDebounceMs)
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      // Enter must not submit a surrounding form.
      event.preventDefault()
      searchNow(event.currentTarget.value)
    } else if (event.key === 'Escape') {
      // By default, Escape would clear the input and close a surrounding dialog.
      event.preventDefault()
      event.stopPropagation()
      event.currentTarget.blur()
    }
  }
  return (
    <search className={`flex min-w-0 flex-col gap-2 ${props.className ?? ''}`}>
      <div className={controlFrame({ size, state: isDisabled ? 'disabled' : 'ready' })}>
        <Search aria-hidden className="ml-2.5 size-4 shrink-0 text-content-subtle" />
        <input
          ref={input}
          type="search"
          dir="auto"
          aria-label={props.label ?? placeholder}
          placeholder={placeholder}
          autoComplete="off"
          disabled={isDisabled}
          value={text}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          onKeyDown={handleKey}
          className={`${controlInput} pl-2 [&::-webkit-search-cancel-button]:hidden`}
        />
        {text !== '' && !isDisabled && (
          <Button
            aria-label="Clear search"
            className={controlButton}
            onPress={() => {
              setText('')
              searchNow('')
              input.current?.focus()
            }}
          >
            <X aria-hidden className="size-3.5" />
          </Button>
        )}
        {filters.length > 0 && (
          <Button
            aria-expanded={isPanelOpen}
            aria-controls={isPanelOpen ? panelId : undefined}
            isDisabled={isDisabled}
            className={filterToggleClass}
            onPress={() => setPanelOpen(!isPanelOpen)}
          >
            <SlidersHorizontal aria-hidden className="size-3.5" />
            <span>Filters</span>
            {activeFilterIds.length > 0 && (
              <span className="rounded-full bg-accent px-1.5 font-medium text-on-accent text-xs">
                {activeFilterIds.length}
              </span>
            )}
            <ChevronDown
              aria-hidden
              className={`size-3.5 transition-transform ${isPanelOpen ? 'rotate-180' : ''}`}
            />
          </Button>
        )}
      </div>
      {filters.length > 0 && isPanelOpen && (
        <SearchFilters
          id={panelId}
          filters={filters}
          activeIds={activeFilterIds}
          onChange={(ids) => props.onActiveFilterIdsChange?.(ids)}
          onReset={props.onResetFilters}
        />
      )}
    </search>
  )
}
