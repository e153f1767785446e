import type { ReactNode } from 'react'
import { tv } from 'tailwind-variants/lite'
import type { ToneOrNeutral } from '../lib/tone.ts'

const pill = tv({
  base: 'inline-flex max-w-full items-center gap-1 whitespace-nowrap rounded-full border font-medium',
  variants: {
    tone: {
      neutral: 'border-line bg-surface-sunken text-content-muted',
      accent: 'border-accent-line bg-accent-soft text-accent-text',
      success: 'border-success-line bg-success-soft text-success-text',
      warning: 'border-warning-line bg-warning-soft text-warning-text',
      danger: 'border-danger-line bg-danger-soft text-danger-text',
    },
    size: {
      sm: 'h-5 px-1.5 text-xs [&_svg]:size-3',
      md: 'h-6 px-2 text-xs [&_svg]:size-3.5',
    },
  },
  defaultVariants: { tone: 'neutral', size: 'sm' },
})

export interface PillProps {
  children: ReactNode
  tone?: ToneOrNeutral
  size?: 'sm' | 'md'
  icon?: ReactNode
  className?: string
}

/**
 * A label of a word or two for what something is, such as a role or a state. The words carry the meaning and the tone
 * only supports it.
 */
export function Pill({ children, tone, size, icon, className }: PillProps) {
  return (
    <span className={pill({ tone, size, class: className })}>
      {icon}
      <span className="truncate">{children}</span>
    </span>
  )
}
