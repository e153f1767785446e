import type { ReactNode } from 'react'
import { type ToneOrNeutral, toneIcons } from '../lib/tone.ts'
import { Icon } from '../text/icon.tsx'

const looks = {
  neutral: 'border-line bg-surface-sunken text-content',
  accent: 'border-accent-line bg-accent-soft text-accent-text',
  success: 'border-success-line bg-success-soft text-success-text',
  warning: 'border-warning-line bg-warning-soft text-warning-text',
  danger: 'border-danger-line bg-danger-soft text-danger-text',
}

export interface StatusBoxProps {
  children?: ReactNode
  title?: ReactNode
  tone?: ToneOrNeutral
  /** Buttons at the end. */
  actions?: ReactNode
  /** `off` for a notice that is part of the page from the start and does not need to be announced. */
  announce?: 'tone' | 'off'
  className?: string
}

/**
 * A notice in the flow of the page. The tone decides how screen readers announce it: danger and warning immediately,
 * the rest at the next pause.
 */
export function StatusBox({
  children,
  title,
  tone = 'neutral',
  actions,
  announce = 'tone',
  className = '',
}: StatusBoxProps) {
  const isUrgent = tone === 'danger' || tone === 'warning'
  const role = announce === 'off' ? undefined : isUrgent ? 'alert' : 'status'
  return (
    <div
      role={role}
      className={`flex items-start gap-2.5 rounded-md border px-3 py-2.5 text-base ${looks[tone]} ${className}`}
    >
      <Icon
        name={toneIcons[tone]}
        size="sm"
        className={`mt-0.5 ${tone === 'neutral' ? 'text-content-muted' : ''}`}
      />
      <div className="min-w-0 grow text-pretty break-words">
        {title ? <div className="font-medium">{title}</div> : null}
        <div className="contents">{children}</div>
      </div>
      {actions ? <div className="flex shrink-0 items-center gap-2">{actions}</div> : null}
    </div>
  )
}
