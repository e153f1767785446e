const shapes = { text: 'h-3.5 rounded-sm', block: 'h-24 rounded-lg' }

/** Uneven line widths, so that several lines look like text rather than bars. */
const lineWidths = ['w-full', 'w-11/12', 'w-full', 'w-4/5']

export interface SkeletonProps {
  shape?: keyof typeof shapes
  /** How many lines of text the placeholder has. The last one is shorter. */
  lines?: number
  className?: string
}

/**
 * A placeholder for content that is loading. It appears after 200 ms. It is hidden from screen readers, so the component that
 * shows it must announce the loading state.
 */
export function Skeleton({ shape = 'text', lines = 1, className = '' }: SkeletonProps) {
  const bar = `block bg-surface-pressed animate-skeleton ${shapes[shape]}`
  if (lines === 1) return <span aria-hidden="true" className={`${bar} ${className || 'w-full'}`} />
  return (
    <span aria-hidden="true" className={`flex flex-col gap-2.5 ${className}`}>
      {Array.from({ length: lines }, (_, line) => `line ${line + 1}`).map((name, line) => {
        const width = line === lines - 1 ? 'w-2/3' : lineWidths[line % lineWidths.length]
        return <span key={name} className={`${bar} ${width}`} />
      })}
    </span>
  )
}
