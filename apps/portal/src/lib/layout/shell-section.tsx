import type { ReactNode } from 'react'

export interface ShellSectionProps {
  /** The start of the path before the heading, such as a link to the section. */
  parent?: ReactNode
  /** A heading, for a page below the section. */
  title?: ReactNode
  /** What the section is for, in a sentence. */
  intro?: ReactNode
  /** Buttons to the right of the introduction. */
  actions?: ReactNode
  children?: ReactNode
}

/** The content of one section of a page with sections. */
export function ShellSection({ parent, title, intro, actions, children }: ShellSectionProps) {
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <div className="flex min-h-8.5 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1">
          {title && (
            <div className="flex min-w-0 flex-wrap gap-x-2 text-lg">
              {parent && (
                <div className="flex shrink-0 gap-2">
                  {parent}
                  <span aria-hidden="true" className="text-content-subtle">
                    /
                  </span>
                </div>
              )}
              <h2 className="min-w-0 font-semibold wrap-anywhere">{title}</h2>
            </div>
          )}
          <p className="max-w-[800px] text-content-muted text-pretty">{intro}</p>
        </div>
        {actions}
      </div>
      {children}
    </div>
  )
}
