import { type PointerEvent, useState } from 'react'
import { ScrollArea } from '../layout/scroll-area.tsx'
import { formatCount } from '../lib/format-count.ts'
import { ExpandCollapse } from '../text/expand-collapse.tsx'

export interface Bar {
  /** Unique among the bars, such as a day or a name. */
  label: string
  /** Must not be negative. */
  value: number
}

export interface BarChartProps {
  /** Accessible name of the chart. */
  label: string
  bars: readonly Bar[]
  /** The table headers: what the bars stand for and what they count. */
  labelHeader: string
  valueHeader: string
}

/** From this many bars, a gap would be wider than the bars, so there is none. */
const denseFrom = 120

/** Returns the end of a scale that starts at 0: 1, 2, 4, 5 or 10 times a power of ten, but not below the value. */
function scaleEnd(value: number): number {
  if (value <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 4, 5].find((factor) => factor * power >= value) ?? 10
  return step * power
}

function barAt(event: PointerEvent<HTMLElement>, count: number): number {
  const { left, width } = event.currentTarget.getBoundingClientRect()
  const place = Math.floor(((event.clientX - left) / width) * count)
  return Math.min(count - 1, Math.max(0, place))
}

function NumbersTable({ label, bars, labelHeader, valueHeader }: BarChartProps) {
  return (
    <ExpandCollapse title="Show the numbers">
      <ScrollArea label={label} className="max-h-64 w-fit">
        <table aria-label={label} className="border-collapse text-sm">
          <thead>
            <tr className="text-content-muted text-xs">
              <th scope="col" className="py-1 pr-10 text-left font-medium">
                {labelHeader}
              </th>
              <th scope="col" className="py-1 pr-3 text-right font-medium">
                {valueHeader}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.label} className="border-line border-t tabular-nums">
                <th scope="row" className="py-1 pr-10 text-left font-normal">
                  {bar.label}
                </th>
                <td className="py-1 pr-3 text-right">{formatCount(bar.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </ExpandCollapse>
  )
}

/**
 * A bar chart of counts, in the given order. Pointing at a bar shows its value. The numbers are also available as a
 * table.
 */
export function BarChart(props: BarChartProps) {
  const { label, bars } = props
  const [pointed, setPointed] = useState<number>()
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last) return null
  const highest = bars.reduce((most, bar) => (bar.value > most.value ? bar : most), first)
  const top = scaleEnd(highest.value)
  const shown = pointed === undefined ? undefined : bars[pointed]
  const summary =
    highest.value > 0 ? `Highest: ${highest.label} (${formatCount(highest.value)})` : 'All values are 0'
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <p aria-hidden="true" className="text-content-muted text-sm tabular-nums">
        {shown ? `${shown.label}: ${formatCount(shown.value)}` : summary}
      </p>
      <div className="flex gap-2">
        <div
          aria-hidden="true"
          className="flex h-40 flex-col justify-between text-right text-content-subtle text-xs leading-none tabular-nums"
        >
          <span>{formatCount(top)}</span>
          <span>0</span>
        </div>
        <div className="min-w-0 grow">
          <div
            role="img"
            aria-label={`${label}. ${summary}.`}
            onPointerMove={(event) => setPointed(barAt(event, bars.length))}
            onPointerLeave={() => setPointed(undefined)}
            className={`flex h-40 items-end border-line border-y bg-[linear-gradient(var(--ui-line)_1px,transparent_1px)] bg-[size:100%_50%] ${bars.length < denseFrom ? 'gap-0.5' : ''}`}
          >
            {bars.map((bar, index) => (
              <div
                key={bar.label}
                className="flex h-full min-w-0 flex-1 items-end justify-center"
                data-pointed={index === pointed || undefined}
              >
                <div
                  className={`w-full max-w-12 rounded-t-[2px] bg-accent forced-colors:bg-[CanvasText] ${pointed === undefined || index === pointed ? '' : 'opacity-40'}`}
                  style={{ height: `${(bar.value / top) * 100}%` }}
                />
              </div>
            ))}
          </div>
          <div aria-hidden="true" className="mt-1.5 flex justify-between text-content-subtle text-xs">
            <span>{first.label}</span>
            {bars.length > 1 && <span>{last.label}</span>}
          </div>
        </div>
      </div>
      <NumbersTable {...props} />
    </figure>
  )
}
