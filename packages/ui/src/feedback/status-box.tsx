import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { tv } from 'tailwind-variants/lite'
import type { ToneOrNeutral } from '../lib/tone.ts'

const statusBox = tv({
  slots: {
    root: 'flex items-start gap-2.5 rounded-md border px-3 py-2.5 text-base',
    icon: 'mt-0.5 size-4 shrink-0',
  },
  variants: {
    tone: {
      neutral: { root: 'border-line bg-surface-sunken text-content', icon: 'text-content-muted' },
      accent: { root: 'border-accent-line bg-accent-soft text-accent-text' },
      success: { root: 'border-success-line bg-success-soft text-success-text' },
      warning: { root: 'border-warning-line bg-warning-soft text-warning-text' },
      danger: { root: 'border-danger-line bg-danger-soft text-danger-text' },
    },
  },
})

const icons = {
  neutral: Info,
  accent: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
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
  className,
}: StatusBoxProps) {
  const styles = statusBox({ tone })
  const Icon = icons[tone]
  const isUrgent = tone === 'danger' || tone === 'warning'
  const role = announce === 'off' ? undefined : isUrgent ? 'alert' : 'status'
  return (
    <div role={role} className={styles.root({ class: className })}>
      <Icon aria-hidden="true" className={styles.icon()} />
      <div className="min-w-0 grow text-pretty break-words">
        {title ? <div className="font-medium">{title}</div> : null}
        <div className="contents">{children}</div>
      </div>
      {actions ? <div className="flex shrink-0 items-center gap-2">{actions}</div> : null}
    </div>
  )
}
