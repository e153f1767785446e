import { RotateCcw } from 'lucide-react'
import { Button } from 'react-aria-components'
import { filterNameMaxLength, shortFilterName } from '../lib/filter-name.ts'
import { formatCount } from '../lib/format-count.ts'
import { isTooLong } from '../lib/text-length.ts'

export interface SearchFilter {
  id: string
  /** Names longer than 40 characters are shortened and end with '...'. */
  name: string
  /** Number of entries that match the filter. */
  count?: number
}

export interface SearchFiltersProps {
  id?: string
  filters: readonly SearchFilter[]
  activeIds: readonly string[]
  onChange: (activeIds: string[]) => void
  /** Called by Reset in addition to `onChange`, for filters outside the panel. Set only while such a filter is on. */
  onReset?: (() => void) | undefined
}

const pillClass = [
  'inline-flex h-6 items-center gap-1.5 rounded-full border border-line bg-surface-raised px-2.5 text-content-muted text-sm',
  'outline-2 outline-unfocused outline-offset-2 transition-colors hover:border-line-strong hover:bg-control-hover',
  'hover:text-content focus-visible:bg-control-hover focus-visible:outline-focus pressed:bg-control-pressed',
  'selected:border-accent-line selected:bg-accent-soft selected:text-accent-text selected:forced-selection!',
].join(' ')

const resetClass = [
  'ml-auto inline-flex h-6 items-center gap-1 rounded-sm px-1.5 text-content-muted text-sm outline-2 outline-unfocused',
  'transition-colors hover:bg-surface-hover hover:text-content focus-visible:outline-focus',
  'disabled:pointer-events-none disabled:text-content-subtle disabled:opacity-60',
].join(' ')

/** The filter panel of a search box. It has a toggle for each filter and a Reset button that turns all filters off. */
export function SearchFilters({ id, filters, activeIds, onChange, onReset }: SearchFiltersProps) {
  return (
    <fieldset
      id={id}
      aria-label="Filters"
      className="m-0 flex flex-wrap items-center gap-1.5 rounded-md border border-line bg-surface-sunken p-2"
    >
      {filters.map((filter) => {
        const isOn = activeIds.includes(filter.id)
        const others = activeIds.filter((active) => active !== filter.id)
        return (
          <Button
            key={filter.id}
            aria-pressed={isOn}
            data-selected={isOn || undefined}
            onPress={() => onChange(isOn ? others : [...activeIds, filter.id])}
            className={pillClass}
          >
            <span title={isTooLong(filter.name, filterNameMaxLength) ? filter.name : undefined}>
              {shortFilterName(filter.name)}
            </span>
            {filter.count !== undefined && (
              <span className="text-xs tabular-nums">{formatCount(filter.count)}</span>
            )}
          </Button>
        )
      })}
      <Button
        className={resetClass}
        isDisabled={activeIds.length === 0 && !onReset}
        onPress={() => {
          onChange([])
          onReset?.()
        }}
      >
        <RotateCcw aria-hidden className="size-3" />
        Reset
      </Button>
    </fieldset>
  )
}
