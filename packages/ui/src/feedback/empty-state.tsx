import type { ReactNode } from 'react'

export interface EmptyStateProps {
  title: string
  description?: ReactNode
  icon?: ReactNode
  /** The action that fills the empty state, usually one button. */
  action?: ReactNode
  size?: 'sm' | 'md'
  className?: string
}

/** Says that there is nothing here yet, why, and what the user can do. */
export function EmptyState({
  title,
  description,
  icon,
  action,
  size = 'md',
  className = '',
}: EmptyStateProps) {
  const space = size === 'sm' ? 'gap-1 px-4 py-6' : 'gap-1.5 px-6 py-12'
  return (
    <div className={`flex flex-col items-center text-center ${space} ${className}`}>
      {icon ? (
        <div
          aria-hidden="true"
          className="mb-2 flex size-10 items-center justify-center rounded-lg border border-line bg-surface-sunken text-content-muted [&_svg]:size-5"
        >
          {icon}
        </div>
      ) : null}
      <p className="m-0 font-medium text-content text-base">{title}</p>
      {description ? <div className="max-w-md text-sm text-content-muted">{description}</div> : null}
      {action ? <div className="mt-3 flex items-center gap-2">{action}</div> : null}
    </div>
  )
}
