import { CalendarDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button, Calendar, CalendarCell, CalendarGrid, Heading } from 'react-aria-components'
import { controlButton } from '../lib/control-style.ts'
import { isIsoDate } from '../lib/normalize.ts'

export interface DateCalendarProps {
  /** The selected day as YYYY-MM-DD. Any other text selects no day. */
  value: string | null
  min?: string
  max?: string
  onChoose: (isoDate: string) => void
}

function calendarDate(isoDate: string | null | undefined): CalendarDate | null {
  if (!isoDate || !isIsoDate(isoDate)) return null
  const [year = 0, month = 1, day = 1] = isoDate.split('-').map(Number)
  return new CalendarDate(year, month, day)
}

const cellClass = [
  'flex size-8 items-center justify-center rounded-md text-sm outline-2 outline-unfocused outline-offset-1',
  'hover:bg-surface-hover focus-visible:bg-surface-hover focus-visible:outline-focus pressed:bg-surface-pressed',
  'data-today:font-semibold data-today:text-accent-text data-today:inset-ring data-today:inset-ring-accent',
  'outside-month:hidden disabled:text-content-subtle disabled:line-through disabled:hover:bg-transparent',
  'selected:bg-accent selected:text-on-accent selected:hover:bg-accent-hover selected:forced-selection!',
].join(' ')

/** A calendar for choosing a day. The arrow keys move by a day or a week, Page Up and Page Down by a month. */
export default function DateCalendar({ value, min, max, onChoose }: DateCalendarProps) {
  return (
    <Calendar
      aria-label="Choose a date"
      value={calendarDate(value)}
      minValue={calendarDate(min)}
      maxValue={calendarDate(max)}
      onChange={(date) => onChoose(date.toString())}
      autoFocus
      className="w-fit p-3"
    >
      <header className="flex items-center gap-1 pb-2">
        <Button slot="previous" className={controlButton}>
          <ChevronLeft aria-hidden className="size-4" />
        </Button>
        <Heading className="flex-1 text-center font-medium text-base" />
        <Button slot="next" className={controlButton}>
          <ChevronRight aria-hidden className="size-4" />
        </Button>
      </header>
      <CalendarGrid className="[&_th]:size-8 [&_th]:font-normal [&_th]:text-content-muted [&_th]:text-xs">
        {(date) => <CalendarCell date={date} className={cellClass} />}
      </CalendarGrid>
    </Calendar>
  )
}
