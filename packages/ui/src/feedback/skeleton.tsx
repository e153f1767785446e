import { tv } from 'tailwind-variants/lite'

const skeleton = tv({
  base: 'block bg-surface-pressed animate-skeleton',
  variants: {
    shape: {
      text: 'h-3.5 rounded-sm',
      block: 'h-24 rounded-lg',
      circle: 'size-8 rounded-full',
    },
  },
  defaultVariants: { shape: 'text' },
})

/** Uneven line widths, so that several lines look like text rather than bars. */
const lineWidths = ['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-2/3'] as const

export interface SkeletonProps {
  shape?: 'text' | 'block' | 'circle'
  /** How many lines of text the placeholder has. The last one is shorter. */
  lines?: number
  className?: string
}

/**
 * A placeholder for content that is loading. It appears after 200 ms. It is hidden from screen readers, so the component that shows it must
 * announce the loading state (LoadStatus does).
 */
export function Skeleton({ shape = 'text', lines = 1, className = '' }: SkeletonProps) {
  if (lines <= 1 || shape !== 'text') {
    return <span aria-hidden="true" className={skeleton({ shape, class: className || 'w-full' })} />
  }
  return (
    <span aria-hidden="true" className={`flex flex-col gap-2.5 ${className}`}>
      {lineNames(lines).map((name, line) => {
        const width = line === lines - 1 ? 'w-2/3' : lineWidths[line % (lineWidths.length - 1)]
        return <span key={name} className={skeleton({ shape, class: width })} />
      })}
    </span>
  )
}

function lineNames(lines: number): string[] {
  return Array.from({ length: lines }, (_, line) => `line-${line + 1}`)
}
