import type { ReactNode } from 'react'
import type { ToneOrNeutral } from '../lib/tone.ts'

const tones = {
  neutral: 'border-line bg-surface-sunken text-content-muted',
  accent: 'border-accent-line bg-accent-soft text-accent-text',
  success: 'border-success-line bg-success-soft text-success-text',
  warning: 'border-warning-line bg-warning-soft text-warning-text',
  danger: 'border-danger-line bg-danger-soft text-danger-text',
}

const sizes = { sm: 'h-5 px-1.5', md: 'h-6 px-2' }

export interface PillProps {
  children: ReactNode
  tone?: ToneOrNeutral
  size?: 'sm' | 'md'
  className?: string
}

/**
 * A label of a word or two for what something is, such as a role or a state. The words carry the meaning and the tone
 * only supports it.
 */
export function Pill({ children, tone = 'neutral', size = 'sm', className = '' }: PillProps) {
  return (
    <span
      className={`inline-flex max-w-full items-center whitespace-nowrap rounded-full border font-medium text-xs ${tones[tone]} ${sizes[size]} ${className}`}
    >
      <span className="truncate">{children}</span>
    </span>
  )
}
