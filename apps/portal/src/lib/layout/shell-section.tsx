import type { ReactNode } from 'react'

/** The start of a path before a title, such as a link to the list. Its separator is the one of the title. */
export function PathStart({ children }: { children: ReactNode }) {
  return (
    <div className="flex shrink-0 text-content-muted">
      {children}
      <span aria-hidden="true" className="whitespace-pre">
        {' > '}
      </span>
    </div>
  )
}

export interface ShellSectionProps {
  /** A link shown before the title, such as one to the list. Has no effect without a title. */
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
            <div className="flex min-w-0 flex-wrap text-lg">
              {parent && <PathStart>{parent}</PathStart>}
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
