import type { ReactNode } from 'react'
import { usePageTitle } from './page-title.ts'

export interface NoticePageProps {
  title: string
  tabTitle?: string
  /** Shown above the title. */
  icon?: ReactNode
  children?: ReactNode
  /** Buttons and links below the text. */
  actions?: ReactNode
}

/** A centered page with a single message: notices, problems and the steps of signing in and out. */
export function NoticePage({ title, tabTitle = title, icon, children, actions }: NoticePageProps) {
  usePageTitle(tabTitle)
  return (
    <div className="mx-auto flex w-full max-w-[520px] grow flex-col items-center justify-center gap-4 px-6 py-16 text-center">
      {icon}
      <h1
        data-page-heading
        tabIndex={-1}
        dir="auto"
        className="font-semibold text-2xl tracking-[-0.015em] outline-none text-balance wrap-anywhere"
      >
        {title}
      </h1>
      {children && <div className="flex flex-col gap-3 text-content-muted text-balance">{children}</div>}
      {actions && <div className="mt-2 flex flex-wrap items-center justify-center gap-2">{actions}</div>}
    </div>
  )
}
