import { ChevronDown, Search, SlidersHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button, Input, TextField } from 'react-aria-components'
import { controlButton, controlFrame, controlInput } from '../lib/control-style.ts'
import type { FieldSize } from './form-context.tsx'
import { type SearchFilter, SearchFilters } from './search-filters.tsx'

/** Delay between the last change and the search. */
export const searchDebounceMs = 50

export interface SearchBoxProps {
  /** Gets the text 50 ms after the last change of it, or at once on Enter. */
  onSearch: (text: string) => void
  /** For assistive technology; default: the placeholder. */
  label?: string
  /** Default 'search'. */
  placeholder?: string
  defaultText?: string
  size?: FieldSize
  isDisabled?: boolean
  /** With filters, there is a panel of them that opens and closes. */
  filters?: readonly SearchFilter[]
  /** The ids of the filters that are on. */
  activeFilterIds?: readonly string[]
  onActiveFilterIdsChange?: (ids: string[]) => void
  /** Whether the panel of filters is open at first; default false. */
  hasOpenFilters?: boolean
  className?: string
}

const filterToggleClass = [
  'mr-1 inline-flex h-6 shrink-0 items-center gap-1 rounded-sm px-1.5 text-content-muted text-sm outline-2 outline-transparent',
  'transition-colors hover:bg-surface-hover hover:text-content focus-visible:outline-focus expanded:text-content',
].join(' ')

/** A search box: Enter searches, Escape leaves it. */
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
  // In the same moment in which it goes, not a little later.
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
      // Inside a form, Enter searches and sends nothing.
      event.preventDefault()
      searchNow(event.currentTarget.value)
    } else if (event.key === 'Escape') {
      // The browser would empty the input, and a dialog around it would close.
      event.preventDefault()
      event.stopPropagation()
      event.currentTarget.blur()
    }
  }
  return (
    <search className={`flex min-w-0 flex-col gap-2 ${props.className ?? ''}`}>
      <TextField
        aria-label={props.label ?? placeholder}
        value={text}
        onChange={change}
        isDisabled={isDisabled}
        type="search"
        autoComplete="off"
      >
        <div className={controlFrame({ size, state: isDisabled ? 'disabled' : 'ready' })}>
          <Search aria-hidden className="ml-2.5 size-4 shrink-0 text-content-subtle" />
          <Input
            ref={input}
            placeholder={placeholder}
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
              Filters
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
      </TextField>
      {filters.length > 0 && isPanelOpen && (
        <SearchFilters
          id={panelId}
          filters={filters}
          activeIds={activeFilterIds}
          onChange={(ids) => props.onActiveFilterIdsChange?.(ids)}
        />
      )}
    </search>
  )
}
