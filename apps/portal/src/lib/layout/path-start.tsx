import type { ReactNode } from 'react'

/** The start of a path before a title, such as a link to the list. */
export function PathStart({ children }: { children: ReactNode }) {
  return (
    <div className="flex shrink-0 gap-2 text-content-muted">
      {children}
      <span aria-hidden="true" className="text-content-subtle">
        /
      </span>
    </div>
  )
}
