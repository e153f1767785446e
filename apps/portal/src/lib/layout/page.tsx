import type { ReactNode } from 'react'
import { usePageTitle } from './page-title.ts'

export interface PageProps {
  title: string
  /** A line under the title. */
  intro?: ReactNode
  /** The tab title, if it differs from the page title. */
  tabTitle?: string
  /** Shown next to the title. */
  badges?: ReactNode
  /** Buttons to the right of the title. */
  actions?: ReactNode
  /** `narrow` for forms and text, `wide` for lists. */
  width?: 'narrow' | 'wide'
  children?: ReactNode
}

/** The layout of a page. Its heading receives the focus after a navigation. */
export function Page({
  title,
  intro,
  tabTitle = title,
  badges,
  actions,
  width = 'wide',
  children,
}: PageProps) {
  usePageTitle(tabTitle)
  return (
    <div
      className={`mx-auto flex w-full flex-col gap-6 px-6 py-8 ${width === 'narrow' ? 'max-w-[688px]' : 'max-w-[1248px]'}`}
    >
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-col gap-1.5">
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
            <h1
              data-page-heading
              tabIndex={-1}
              dir="auto"
              className="min-w-0 font-semibold text-2xl tracking-[-0.015em] outline-none text-balance wrap-anywhere text-left"
            >
              {title}
            </h1>
            {badges}
          </div>
          {intro && <p className="max-w-prose text-content-muted text-pretty">{intro}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
