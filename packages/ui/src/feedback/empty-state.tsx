import type { ReactNode } from 'react'
import { Scene, type SceneName } from './scene.tsx'

export interface EmptyStateProps {
  title: string
  description?: ReactNode
  /** The drawing above the title. */
  scene?: SceneName
  /** The action that fills the empty state, usually one button. */
  action?: ReactNode
  size?: 'sm' | 'md'
}

/** Says that there is nothing here yet, why, and what the user can do. */
export function EmptyState({ title, description, scene, action, size = 'md' }: EmptyStateProps) {
  const isSmall = size === 'sm'
  const space = isSmall ? 'gap-1 px-4 py-6' : 'gap-1.5 px-6 py-12'
  return (
    <div className={`flex flex-col items-center text-center ${space}`}>
      {scene ? <Scene name={scene} className={isSmall ? 'mb-2 h-12 w-auto' : 'mb-3'} /> : null}
      <p className="m-0 font-medium text-content text-base">{title}</p>
      {description ? (
        <div className="max-w-md text-sm text-content-muted text-balance">{description}</div>
      ) : null}
      {action ? <div className="mt-3 flex items-center gap-2">{action}</div> : null}
    </div>
  )
}
